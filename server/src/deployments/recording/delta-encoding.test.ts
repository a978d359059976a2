import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PredictionRecord } from './prediction-record.ts';
import { RecordBuffer } from './record-buffer.ts';
import { decodeRecords } from './record-frame.ts';
import { aRecord } from './recording.fixtures.ts';

/** One caller of one deployment. */
const BASE = aRecord('o1');
const number = fc.double({ min: 0, max: 1e9, noNaN: true });
const some = fc.record({
  at: fc.nat(),
  executionMs: number,
  responseMs: number,
  cacheHit: fc.boolean(),
  status: fc.constantFrom(200, 422, 500),
  rows: fc.nat(1000),
  deploymentId: fc.constantFrom('d1', 'd2'),
  source: fc.constantFrom('realtime' as const, 'batch' as const),
  name: fc.constantFrom('ann', 'bob'),
  batchId: fc.option(fc.constant('b'), { freq: 5, nil: undefined }),
  idPrefix: fc.option(fc.constant('made'), { freq: 5, nil: undefined }),
  input: fc.option(fc.tuple(fc.constantFrom('csv' as const, 'json' as const), fc.uint8Array()), { nil: undefined }),
  values: fc.option(fc.float64Array({ maxLength: 20 }), { nil: undefined }),
});

function recordOf({
  name,
  batchId,
  idPrefix,
  input,
  values,
  ...rest
}: typeof some extends fc.Arbitrary<infer T> ? T : never) {
  const { input: _, answer: __, ...base } = { ...BASE, ...rest };
  const record: PredictionRecord = {
    ...base,
    consumer: { ...base.consumer, name },
    ...(batchId === undefined ? {} : { batchId }),
    ...(input === undefined ? {} : { input: { format: input[0], bytes: input[1] } }),
    ...(values === undefined ? {} : { answer: { width: 1, values, ...(idPrefix === undefined ? {} : { idPrefix }) } }),
  };
  return record;
}

test('whatever follows whatever in a page, it is read as it was noted', () => {
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), (noted) => {
      const waiting = new RecordBuffer(Number.MAX_SAFE_INTEGER);
      const records = noted.map(recordOf);
      for (const record of records) waiting.add(record);
      const bytes = waiting.take(Number.MAX_SAFE_INTEGER).flatMap(({ pieces }) => pieces);
      const read = [...decodeRecords(Buffer.concat(bytes))];
      expect(read).toEqual(records);
    }),
    { numRuns: 200 },
  );
});

test('a record that is like the one before it takes a fraction of it', () => {
  const waiting = new RecordBuffer(Number.MAX_SAFE_INTEGER);
  const sizes = [0, 1, 2].map((at) => {
    const before = waiting.bytes;
    waiting.add({ ...BASE, at, input: { format: 'json', bytes: new Uint8Array(40) } });
    return waiting.bytes - before;
  });
  expect(sizes[2]).toBe(sizes[1]);
  expect(sizes[1]).toBeLessThan((sizes[0] as number) / 3);
});
