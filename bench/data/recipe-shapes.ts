import { type Operation, Operations, type Sampling } from '../../server/src/data/recipes/recipe.operations.ts';

export interface Shape {
  readonly operations: readonly Operation[];
  readonly sampling?: Sampling;
}

const step = (directive: string, args: object) => ({ directive, arguments: args });
const keep = (column: string, fn: string, ...functionArguments: unknown[]) =>
  step('filter', { conditions: [{ column, function: fn, functionArguments }] });

/**
 * Four recipes of six steps. `streaming` needs no more input than fills the preview; `sampled` begins with the usual sample of 10,000
 * random rows; `whole` has to see every row; `published` keeps most of them. Each round differs in a number, so that no
 * result of an earlier one is found.
 */
export function shapes(round: number): Record<'streaming' | 'sampled' | 'whole' | 'published', Shape> {
  const row = [
    keep('price', 'gt', 1 + round / 1000),
    step('compute-new', { expression: '`price` * 1.25 + `f0`', newFeatureName: 'gross' }),
    step('compute-new', { expression: "UPPER(`colour`) || ' ' || `store`", newFeatureName: 'label' }),
    step('replace', { origin: 'colour', searchFor: 'el', replacement: 'l', matchMode: 'partial' }),
    step('rename-columns', { columnMappings: [{ originalName: 'store', newName: 'shop' }] }),
  ];
  const drop = step('drop-columns', { columns: ['f11', 'f12'] });
  const total = step('aggregate', {
    groupBy: ['shop', 'day'],
    aggregations: [
      { feature: 'gross', functions: ['sum', 'avg', 'max'] },
      { feature: 'item', functions: ['count-distinct'] },
    ],
  });
  const sampling = { directive: 'random-sample', arguments: { rows: 10_000, seed: 43 + round } } as const;
  return {
    streaming: { operations: Operations.parse([...row, drop]) },
    sampled: { operations: Operations.parse([...row, drop]), sampling },
    whole: { operations: Operations.parse([...row, total]) },
    published: { operations: Operations.parse([...row, drop]) },
  };
}
