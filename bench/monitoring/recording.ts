/**
 * What recording adds to a prediction of one row: noting it on the request path, and writing it to the log afterwards, on
 * the same event loop. In microseconds of the processor a record; compare with a whole request in deployments-one-row.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { appendRecords } from '../../server/src/deployments/recording/log-file.ts';
import { WaitingRecords } from '../../server/src/deployments/recording/record-buffer.ts';
import { aRecord } from '../../server/src/deployments/recording/recording.fixtures.ts';
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
const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
const spent = { noting: 0, writing: 0 };
const timed = async (what: keyof typeof spent, work: () => unknown): Promise<void> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  spent[what] += user + system;
};
const waiting = new WaitingRecords(64 * 1024 ** 2);
for (let done = 0; done < RECORDS; done += CHUNK) {
  await timed('noting', () => {
    for (let n = 0; n < CHUNK; n += 1) waiting.add(one);
  });
  await timed('writing', () => appendRecords(join(folder, 'log'), waiting.take(Number.MAX_SAFE_INTEGER)));
}
await rm(folder, { recursive: true, force: true });
record('recording', {
  records: RECORDS,
  'noting, processor us a record': Number((spent.noting / RECORDS).toFixed(2)),
  'writing, processor us a record': Number((spent.writing / RECORDS).toFixed(2)),
  'load average': loadavg()[0]?.toFixed(1),
});
