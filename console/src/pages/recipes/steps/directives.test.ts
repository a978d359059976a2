import { expect, test } from 'vitest';
import { directives, directiveTitle, stepSummary } from './directives.ts';

test('a filter reads as a sentence', () => {
  const step = {
    directive: 'filter',
    arguments: {
      keepRows: true,
      operator: 'or',
      conditions: [
        { column: 'price', function: 'between', functionArguments: ['1', '5'] },
        { column: 'city', function: 'null', functionArguments: [] },
      ],
    },
  };
  expect(stepSummary(step)).toBe('Keep rows where price is between 1 and 5 or city is missing');
  expect(stepSummary({ ...step, arguments: { ...step.arguments, keepRows: false } })).toMatch(/^Drop rows/);
});

test('an aggregation names its groups when there are any', () => {
  const aggregations = [{ feature: 'price', functions: ['sum', 'avg'] }];
  const of = (groupBy: string[]) => stepSummary({ directive: 'aggregate', arguments: { groupBy, aggregations } });
  expect(of(['city'])).toBe('sum, avg of price, for each city');
  expect(of([])).toBe('sum, avg of price');
});

test('what has no form is called by its name', () => {
  expect(directiveTitle('time-series')).toBe('time-series');
  expect(stepSummary({ directive: 'constructor', arguments: {} })).toBe('');
});

test.for(Object.keys(directives))('%s says something of arguments of any shape', (directive) => {
  for (const value of [undefined, null, 7, {}, [null], ['x'], [{}]]) {
    const shape = Object.fromEntries((directives[directive]?.fields ?? []).map(({ name }) => [name, value]));
    expect(typeof stepSummary({ directive, arguments: shape })).toBe('string');
  }
});
