import { textsOf } from '@almanac/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BundleColumn } from '../bundle.ts';
import { aRowModel, type MadeModel } from '../made-models.fixtures.ts';
import { answerRequest, PLAIN_REQUEST, type RowsAnswer } from './answer-request.ts';
import { type ModelSource, openModel } from './hot-model.ts';
import { HotModels } from './hot-models.ts';
import { ScoringThreads } from './threads/scoring-threads.ts';

function sourceOf(id: string, { files, weights, plan, target, table }: MadeModel): ModelSource {
  const columns = table.columns
    .filter(({ name }) => name !== target.name)
    .map(
      ({ name, kind }): BundleColumn => ({
        name,
        kind,
        featureType: kind,
        dateFormat: null,
        needed: true,
        knownInAdvance: false,
        importance: null,
      }),
    );
  const bundle = {
    plan,
    target,
    columns,
    transforms: [],
    usualRange: null,
    artifact: { kind: 'rows', weights },
  } as const;
  return { id, modelId: id, bundle, files };
}

const made = await Promise.all(
  (['regression', 'binary', 'multiclass', 'anomaly'] as const).map((kind) => aRowModel(kind)),
);
const sources = made.map((one, i) => sourceOf(`model ${i}`, one));
const blend = sourceOf('blend', await aRowModel('binary', { members: 3 }));
const models = [...sources, blend].map(openModel);

const json = (rows: unknown) => ({
  ...PLAIN_REQUEST,
  bytes: Buffer.from(JSON.stringify(rows)),
  format: 'json' as const,
});
const csv = (text: string) => ({ ...PLAIN_REQUEST, bytes: Buffer.from(text), format: 'csv' as const });
const numbers = ({ scored }: RowsAnswer): number[] => Array.from(scored.values);

test('rows answer as the model itself does', () => {
  made.forEach(({ table, predicted }, i) => {
    const cells = table.columns.map((column) => ({ name: column.name, text: textsOf(column) }));
    const rows = [0, 1, 2].map((row) => Object.fromEntries(cells.map(({ name, text }) => [name, text(row)])));
    const answered = numbers(answerRequest(models[i] as never, json(rows)));
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
      const plain = numbers(answerRequest(model, csv(`size,colour,rooms\n${lines.join('\n')}\n`)));
      const short = numbers(answerRequest(model, json(rows)));
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
  for (const model of models) expect(() => answerRequest(model, json(rows))).toThrow(expect.objectContaining({ code }));
});

test('models leave memory in the order they were not asked for', async () => {
  const [first, second, third] = sources.map((source) => () => Promise.resolve(source));
  const bytes = (at: number) => (models[at] as { bytes: number }).bytes;
  const held = new HotModels(bytes(0) + bytes(1) + bytes(2) - 1);
  await held.open('model 0', first as never);
  await held.open('model 1', second as never);
  expect(held.find('model 0')).toBeDefined();
  await held.open('model 2', third as never);
  expect(held.find('model 1')).toBeUndefined();
  expect(held.find('model 0')).toBeDefined();
  expect(held.bytes).toBe(bytes(0) + bytes(2));
});

test('a model larger than all memory is held alone, and one that cannot be read can be tried again', async () => {
  const held = new HotModels(1);
  await expect(held.open('model 0', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  const [one, same] = await Promise.all(
    [0, 1].map(() => held.open('model 0', () => Promise.resolve(sources[0] as never))),
  );
  expect(one).toBe(same);
  expect(held.size).toBe(1);
});

test('threads answer as the loop does, refuse as it does, and are told a model once', async () => {
  const threads = new ScoringThreads(1, 2 ** 30);
  let loads = 0;
  const load = () => {
    loads++;
    return Promise.resolve(sources[1] as ModelSource);
  };
  try {
    const request = csv('size,colour,rooms\n100,red,3\n50,blue,\n');
    const own = answerRequest(models[1] as never, request);
    for (let i = 0; i < 3; i++) {
      const { body, rows, scored } = await threads.answer('model 1', load, request);
      expect(Buffer.from(body).toString()).toBe(own.text);
      expect([rows, Array.from(scored.values)]).toEqual([2, numbers(own)]);
    }
    await expect(threads.answer('model 1', load, csv('size\n1\n'))).rejects.toMatchObject({ code: 'missing-columns' });
    expect(loads).toBe(1);
  } finally {
    await threads.close();
  }
});
