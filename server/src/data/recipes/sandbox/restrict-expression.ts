import type { Column } from '../compiler/columns.ts';
import type { Dialect } from '../compiler/dialects/dialect.ts';
import { dialects } from '../compiler/dialects/index.ts';
import { mustBeShallow } from './bounds.ts';
import { parseExpression } from './parse-expression.ts';
import { Reader } from './reader.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';
import type { Written } from './scope.ts';
import { tokens } from './tokens.ts';
import type { Expression } from './tree.ts';
import { writeExpression } from './write-expression.ts';

/** What a person wrote, in which language, and over which columns it is computed. */
export interface ExpressionToRestrict {
  readonly text: string;
  readonly writtenIn: Dialect;
  readonly dialect: Dialect;
  readonly columns: readonly Column[];
}

/**
 * Reads an expression over the columns of one row and writes it anew for a dialect. It can compute and nothing else:
 * no tables, no queries, and only functions of the list. Throws `SandboxRefusal`.
 */
export function restrictExpression({ text, writtenIn, dialect, columns }: ExpressionToRestrict): Written {
  const reader = new Reader(tokens(text, dialects[writtenIn]));
  const tree = parseExpression(reader);
  if (reader.look().kind !== 'end') reader.refuse('the end of the expression');
  mustBeShallow(tree);
  mustBePerRow(tree);
  const scope = { relations: [{ alias: '', columns }], qualified: false };
  return writeExpression(tree, scope, { dialect: dialects[dialect], writtenIn });
}

const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max', 'median', 'stddev', 'variance']);

/** A new column has a value per row: `sum(x)` alone has not, `sum(x) OVER (...)` has. */
function mustBePerRow(tree: Expression): void {
  if (tree.kind === 'call' && AGGREGATES.has(tree.name) && tree.over === undefined)
    throw new SandboxRefusal(
      `${tree.name} makes one value of many rows: add OVER (PARTITION BY ...), or use the aggregate operation`,
      tree.at,
    );
  for (const part of Object.values(tree)) {
    for (const one of (Array.isArray(part) ? part.flat() : [part]) as unknown[]) if (isTree(one)) mustBePerRow(one);
  }
}

const isTree = (part: unknown): part is Expression =>
  typeof part === 'object' && part !== null && 'kind' in part && typeof part.kind === 'string';
