import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordBuffer } from './record-buffer.ts';
import { decodeRecords } from './record-frame.ts';
import { aRecord } from './recording.fixtures.ts';

const size = fc.oneof(
  fc.nat(2_000),
  fc.nat(70_000),
  fc.constant(64 * 1024),
  fc.integer({ min: 100_000, max: 200_000 }),
);
const step = fc.record({ organization: fc.constantFrom('a', 'b'), size, take: fc.boolean() });

test('records of any size come out whole and in order, also from pages that were used before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const waiting = new RecordBuffer(Number.MAX_SAFE_INTEGER);
      const out: Record<string, number[]> = { a: [], b: [] };
      const take = () => {
        while (!waiting.isEmpty) {
          const batches = waiting.take(1);
          for (const { organizationId, pieces, records, bytes } of batches) {
            const whole = Buffer.concat(pieces);
            const read = [...decodeRecords(whole)];
            expect([read.length, whole.length]).toEqual([records, bytes]);
            out[organizationId]?.push(...read.map(({ at, input }) => at + (input?.bytes.length ?? 0) * 1000));
          }
          waiting.release(batches);
        }
      };
      const sent: Record<string, number[]> = { a: [], b: [] };
      for (const [at, { organization, size: bytes, take: now }] of steps.entries()) {
        waiting.add(aRecord(organization, { at, input: { format: 'csv', bytes: new Uint8Array(bytes) } }));
        sent[organization]?.push(at + bytes * 1000);
        if (now) take();
      }
      take();
      expect(out).toEqual(sent);
      expect(waiting.bytes).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test('the oldest are pushed out and counted, down to the bound', () => {
  const waiting = new RecordBuffer(400_000);
  const input = { format: 'csv', bytes: new Uint8Array(1000) } as const;
  for (let at = 0; at < 1000; at++) waiting.add(aRecord('a', { at, input }));
  const kept = waiting.take(Number.MAX_SAFE_INTEGER).flatMap(({ pieces }) => [...decodeRecords(Buffer.concat(pieces))]);
  expect(kept.at(-1)?.at).toBe(999);
  expect(kept.length + waiting.takeDropped()).toBe(1000);
  expect(kept.length).toBeLessThan(400);
});

test('what could not be written comes out first again', () => {
  const waiting = new RecordBuffer(Number.MAX_SAFE_INTEGER);
  waiting.add(aRecord('a', { at: 1 }));
  const taken = waiting.take(1);
  // Too large for a page: it stands in line by itself.
  waiting.add(aRecord('a', { at: 2, input: { format: 'csv', bytes: new Uint8Array(150_000) } }));
  waiting.putBack(taken);
  const out = waiting.take(Number.MAX_SAFE_INTEGER);
  expect(out.flatMap(({ pieces }) => [...decodeRecords(Buffer.concat(pieces))]).map(({ at }) => at)).toEqual([1, 2]);
});
