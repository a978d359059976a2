import { textsOf } from '@almanac/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aRowModel } from '../model.fixtures.ts';
import { openModel } from './cached-model.ts';
import { ModelCache } from './model-cache.ts';
import { DEFAULT_REQUEST, scoreRequest } from './score-request.ts';
import { sourceOf } from './scoring.fixtures.ts';
import type { ScoringReply } from './scoring-request.ts';

const made = await Promise.all(
  (['regression', 'binary', 'multiclass', 'anomaly'] as const).map((kind) => aRowModel(kind)),
);
const sources = made.map((one, i) => sourceOf(`model ${i}`, one));
const blend = sourceOf('blend', await aRowModel('binary', { members: 3 }));
const models = [...sources, blend].map(openModel);

const json = (rows: unknown) => ({
  ...DEFAULT_REQUEST,
  bytes: Buffer.from(JSON.stringify(rows)),
  format: 'json' as const,
});
const csv = (text: string) => ({ ...DEFAULT_REQUEST, bytes: Buffer.from(text), format: 'csv' as const });
const numbers = ({ scored }: ScoringReply): number[] => Array.from(scored.values);

test('rows answer as the model itself does', () => {
  made.forEach(({ table, predicted }, i) => {
    const cells = table.columns.map((column) => ({ name: column.name, text: textsOf(column) }));
    const rows = [0, 1, 2].map((row) => Object.fromEntries(cells.map(({ name, text }) => [name, text(row)])));
    const answered = numbers(scoreRequest(models[i] as never, json(rows)));
    // Three rows; of several classes there is a number for each.
    expect(answered.length).toBeGreaterThanOrEqual(rows.length);
    for (const [at, value] of answered.entries()) expect(value).toBeCloseTo(predicted[at] as number, 9);
  });
});

test('a few rows of JSON, which take a shorter way, are answered as rows of CSV are', () => {
  const cell = fc.record({
    size: fc.oneof(fc.double({ min: 0, max: 300, noNaN: true }), fc.constant(null), fc.constant('12.5'), fc.integer()),
    colour: fc.constantFrom('red', 'green', 'blue', 'ultraviolet', null, ''),
    rooms: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom('NA', null)),
  });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 3 }), fc.nat(models.length - 1), (rows, which) => {
      const model = models[which] as (typeof models)[number];
      const lines = rows.map(({ size, colour, rooms }) => [size, colour, rooms].map((value) => value ?? '').join(','));
      const plain = numbers(scoreRequest(model, csv(`size,colour,rooms\n${lines.join('\n')}\n`)));
      const short = numbers(scoreRequest(model, json(rows)));
      expect(short.length).toBeGreaterThanOrEqual(rows.length);
      expect(short).toHaveLength(plain.length);
      for (const [at, value] of short.entries()) expect(value).toBeCloseTo(plain[at] as number, 9);
    }),
  );
});

test.each([
  ['a column that is missing', [{ size: 1, colour: 'red' }], 'missing-columns'],
  ['a cell that is no number', [{ size: 'wide', colour: 'red', rooms: 1 }], 'wrong-cell'],
  ['a cell that is an object', [{ size: {}, colour: 'red', rooms: 1 }], 'wrong-cell'],
  ['no rows', [], 'no-rows'],
  ['no objects', [7], 'unreadable'],
])('%s is refused, whichever way it took', (_, rows, code) => {
  for (const model of models) expect(() => scoreRequest(model, json(rows))).toThrow(expect.objectContaining({ code }));
});

test('models leave memory in the order they were not asked for', async () => {
  const [first, second, third] = sources.map((source) => () => Promise.resolve(source));
  const bytes = (at: number) => (models[at] as { bytes: number }).bytes;
  const held = new ModelCache(bytes(0) + bytes(1) + bytes(2) - 1);
  await held.open('model 0', first as never);
  await held.open('model 1', second as never);
  expect(held.find('model 0')).toBeDefined();
  await held.open('model 2', third as never);
  expect(held.find('model 1')).toBeUndefined();
  expect(held.find('model 0')).toBeDefined();
  expect(held.bytes).toBe(bytes(0) + bytes(2));
});

test('a model larger than all memory is held alone, and one that cannot be read can be tried again', async () => {
  const held = new ModelCache(1);
  await expect(held.open('model 0', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  const [one, same] = await Promise.all(
    [0, 1].map(() => held.open('model 0', () => Promise.resolve(sources[0] as never))),
  );
  expect(one).toBe(same);
  expect(held.size).toBe(1);
});
