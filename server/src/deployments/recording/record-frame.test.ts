import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PredictionRecord } from './prediction-record.ts';
import { decodeRecords, encodeRecord } from './record-frame.ts';
import { aRecord } from './recording.fixtures.ts';

const forecasts = {
  series: ['a', 'b'],
  times: Float64Array.of(1, 2),
  points: Float64Array.of(0, 0),
  distances: Int32Array.of(1, 2),
};
const records: PredictionRecord[] = [
  aRecord('o1'),
  aRecord('o1', { batchId: 'b', input: { format: 'csv', delimiter: ';', bytes: new Uint8Array(0) } }),
  aRecord('o1', { answer: { width: 1, values: Float64Array.of(1, 2), forecasts } }),
];
const { input: _, answer: __, ...refused } = aRecord('o1', { status: 422, rows: 0 });
const all = [...records, refused];

describe('a file of records', () => {
  it('reads back as it was written', () => {
    expect([...decodeRecords(Buffer.concat(all.flatMap(encodeRecord)))]).toEqual(all);
  });

  it('ends before the first torn record, wherever it is cut or changed', () => {
    const frames = all.map((record) => Buffer.concat(encodeRecord(record)));
    const whole = Buffer.concat(frames);
    const ends = frames.map((_, at) => frames.slice(0, at + 1).reduce((sum, frame) => sum + frame.length, 0));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.boolean(), (at, cut) => {
        const harmed = Buffer.from(cut ? whole.subarray(0, at) : whole);
        if (!cut) harmed[at] = (harmed[at] as number) ^ 1;
        const intact = ends.filter((end) => end <= at).length;
        expect([...decodeRecords(harmed)]).toEqual(all.slice(0, intact));
      }),
    );
  });
});
