import { seededRandom } from '@almanac/engine';
import { expect, test } from 'vitest';
import { ranksOf } from '../../engine/arrays.ts';
import { explainedClass, halvesOf, importanceOf } from './importance-tasks.ts';

const ROWS = 2000;
const rows = Int32Array.from({ length: ROWS }, (_, i) => i);
const half = halvesOf(rows, seededRandom(7));
const draws = (label: string) => {
  const stream = seededRandom(1).fork(label);
  return Float64Array.from(rows, () => stream.next());
};
const numeric = (values: Float64Array) => ({ kind: 'numeric', name: 'x', values }) as const;
const of = (values: Float64Array, y: Float64Array) => importanceOf(numeric(values), rows, [ranksOf(y)], half);

const x = draws('x');
const noise = draws('noise');

test('what decides the target is close to 1, what has nothing to do with it close to 0', () => {
  expect(
    of(
      x,
      x.map((value) => Math.exp(9 * value)),
    ),
  ).toBeGreaterThan(0.95);
  expect(
    of(
      x,
      x.map((value) => Math.abs(value - 0.5)),
    ),
  ).toBeGreaterThan(0.9);
  expect(of(noise, x)).toBeLessThan(0.02);
});

test('more noise, less importance', () => {
  const little = of(
    x,
    x.map((value, i) => value + 0.3 * (noise[i] as number)),
  );
  const much = of(
    x,
    x.map((value, i) => value + 2 * (noise[i] as number)),
  );
  expect(little).toBeGreaterThan(much);
  expect(much).toBeGreaterThan(0.05);
});

test('a value of its own for every row explains nothing, and neither does one value', () => {
  const levels = Array.from(rows, (row) => `id ${row}`);
  const ids = { kind: 'categorical', name: 'id', codes: rows, levels } as const;
  expect(importanceOf(ids, rows, [ranksOf(x)], half)).toBe(0);
  expect(of(new Float64Array(ROWS).fill(3), x)).toBe(0);
  expect(of(x, new Float64Array(ROWS).fill(3))).toBe(0);
});

test('that a value is missing can say something', () => {
  const holes = x.map((value) => (value > 0.5 ? Number.NaN : 1));
  expect(of(holes, x)).toBeGreaterThan(0.6);
});

test('classes, and words of a text', () => {
  const y = x.map((value) => Math.floor(3 * value));
  expect(importanceOf(numeric(x), rows, explainedClass(y, 3), half)).toBeGreaterThan(0.9);
  const text = {
    kind: 'text',
    name: 't',
    values: Array.from(y, (label) => `it was ${['bad', 'fair', 'good'][label]}`),
  } as const;
  expect(importanceOf(text, rows, explainedClass(y, 3), half)).toBeGreaterThan(0.4);
});
