/**
 * What recording adds to a prediction of one row: noting it on the request path, and writing it to the log afterwards, on
 * the same event loop. In microseconds of the processor a record; compare with a whole request in predict-one-row.
 */
import { join } from 'node:path';
import { appendRecords } from '../../server/src/deployments/recording/log-file.ts';
import { RecordBuffer } from '../../server/src/deployments/recording/record-buffer.ts';
import { aRecord } from '../../server/src/deployments/recording/recording.fixtures.ts';
import { processorMs, round } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { record } from '../record.ts';

const RECORDS = 100_000;
const CHUNK = 1000;
const cell = '0.123456,';
const input = {
  format: 'csv',
  bytes: new TextEncoder().encode(`${'feature,'.repeat(20)}\n${cell.repeat(20)}\n`),
} as const;
const answer = { width: 1, values: Float64Array.of(0.5) };
const one = aRecord('65f000000000000000000001', { rows: 1, input, answer });
const folder = await temporaryFolder();
const spent = { noting: 0, writing: 0 };
const timed = async (what: keyof typeof spent, work: () => unknown): Promise<void> => {
  const before = process.cpuUsage();
  await work();
  spent[what] += 1000 * processorMs(before);
};
const waiting = new RecordBuffer(64 * 1024 ** 2);
for (let done = 0; done < RECORDS; done += CHUNK) {
  await timed('noting', () => {
    for (let n = 0; n < CHUNK; n += 1) waiting.add(one);
  });
  await timed('writing', () => appendRecords(join(folder, 'log'), waiting.take(Number.MAX_SAFE_INTEGER)));
}
await removeFolder(folder);
const seen = { noting: round(spent.noting / RECORDS), writing: round(spent.writing / RECORDS) };
record({
  title: 'Recording one prediction, processor time',
  work: { records: RECORDS },
  figures: [
    { id: 'noting', what: 'Noting it on the request path', value: seen.noting, unit: 'µs' },
    { id: 'writing', what: 'Writing it to the log afterwards', value: seen.writing, unit: 'µs' },
  ],
});
