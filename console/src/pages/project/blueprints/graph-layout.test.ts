import { expect, test } from 'vitest';
import { layout, lines } from './graph-layout.ts';

const nodes = ['data', 'numbers', 'words', 'model'].map((id) => ({ id, label: id }));

test('a step lies right of all it needs, and steps side by side have a lane each', () => {
  const placed = layout({
    nodes,
    edges: [
      ['data', 'numbers'],
      ['data', 'words'],
      ['numbers', 'model'],
      ['words', 'model'],
    ],
  });
  expect(placed.map(({ id, depth, lane }) => [id, depth, lane])).toEqual([
    ['data', 0, 0],
    ['numbers', 1, 0],
    ['words', 1, 1],
    ['model', 2, 0],
  ]);
});

test('a circle is drawn all the same', () => {
  const edges = [
    ['data', 'numbers'],
    ['numbers', 'data'],
  ] as const;
  expect(layout({ nodes: nodes.slice(0, 2), edges })).toHaveLength(2);
});

test('labels break between words', () => {
  expect(lines('Lags, seasons and rolling statistics', 18)).toEqual(['Lags, seasons and', 'rolling statistics']);
});
