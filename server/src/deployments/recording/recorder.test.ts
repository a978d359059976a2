import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createUser } from '#accounts';
import { newId } from '#platform/ids.ts';
import { testPlatform } from '../../../test/platform.ts';
import { appendRecords } from './log-file.ts';
import { encodeRecord } from './record-frame.ts';
import { closeRecorder, createRecorder, getRecorder } from './recorder.ts';
import { aRecord, readRecorded } from './recording.fixtures.ts';
import { listPendingSegments, markSegmentIngested } from './segment.store.ts';
import { flushFile } from './segments.ts';

const platform = await testPlatform();
const folder = join(platform.config.dataDir, 'prediction-log');
let people = 0;
const anOrganization = async () =>
  (await createUser(platform, { username: `p${++people}`, password: 'correct horse', organization: `o${people}` }))
    .organization_id;
const events = async () =>
  (await platform.db.pool.query(`SELECT count(*)::int AS n FROM job_records WHERE kind = 'platform.event'`)).rows[0].n;

describe('a recorder', () => {
  it('makes a segment an organization of what was noted, says so once for a backlog, and leaves no file', async () => {
    const [one, other] = [await anOrganization(), await anOrganization()];
    const recorder = createRecorder(platform);
    const [first, second, third] = [aRecord(one), aRecord(other), aRecord(one, { at: 7 })];
    for (const record of [first, second, third]) recorder.note(record);
    await recorder.settle();
    expect(await readRecorded(platform, one)).toEqual([first, third]);
    expect(await readRecorded(platform, other)).toEqual([second]);
    expect(await events()).toBe(2);
    recorder.note(first);
    await recorder.close();
    expect(await readRecorded(platform, one)).toEqual([first, third, first]);
    expect(await events()).toBe(2);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is one for a process, also behind the contexts of requests', async () => {
    const recorder = getRecorder(platform);
    expect(getRecorder({ ...platform })).toBe(recorder);
    await closeRecorder(platform);
    expect(getRecorder(platform)).not.toBe(recorder);
    await closeRecorder(platform);
  });

  it('pushes out the oldest when the disk waits, and counts them', async () => {
    const organizationId = await anOrganization();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const input = { format: 'csv', bytes: new Uint8Array(5 * 1024 ** 2) } as const;
    const recorder = createRecorder(platform, {
      mostBytes: 12 * 1024 ** 2,
      append: async (path, batches) => {
        await held;
        return appendRecords(path, batches);
      },
    });
    for (let at = 0; at < 6; at += 1) recorder.note(aRecord(organizationId, { at, input }));
    letGo();
    await recorder.close();
    const kept = (await readRecorded(platform, organizationId)).map(({ at }) => at);
    expect(kept.at(-1)).toBe(5);
    expect(kept.length + recorder.lost).toBe(6);
    expect(recorder.lost).toBeGreaterThanOrEqual(3);
  });

  it('cuts off what a failed write left, and writes the records again', async () => {
    const organizationId = await anOrganization();
    let isBroken = true;
    const recorder = createRecorder(platform, {
      append: async (path, batches) => {
        const written = await appendRecords(path, batches);
        if (isBroken) throw new Error('an error of the device, after all was written');
        return written;
      },
    });
    recorder.note(aRecord(organizationId, { at: 1 }));
    await recorder.settle();
    expect(await readRecorded(platform, organizationId)).toEqual([]);
    isBroken = false;
    recorder.note(aRecord(organizationId, { at: 2 }));
    await recorder.close();
    expect((await readRecorded(platform, organizationId)).map(({ at }) => at)).toEqual([1, 2]);
    expect(recorder.lost).toBe(0);
  });

  it('keeps files while blobs cannot be written, and hands them over later', async () => {
    const organizationId = await anOrganization();
    let isDown = true;
    const blobs: typeof platform.blobs = {
      ...platform.blobs,
      write: (key, content) => {
        if (!isDown) return platform.blobs.write(key, content);
        content.destroy();
        return Promise.reject(new Error('the bucket does not answer'));
      },
    };
    const recorder = createRecorder({ ...platform, blobs });
    recorder.note(aRecord(organizationId, { at: 1 }));
    await recorder.settle();
    expect(await readRecorded(platform, organizationId)).toEqual([]);
    isDown = false;
    recorder.note(aRecord(organizationId, { at: 2 }));
    await recorder.close();
    expect((await readRecorded(platform, organizationId)).map(({ at }) => at)).toEqual([1, 2]);
  });
});

describe('a file of the log', () => {
  it('that comes back after it was ingested does not count again', async () => {
    const organizationId = await anOrganization();
    const segmentId = newId();
    const file = { path: join(folder, 'again'), organizationId, segmentId, owner: 'x' };
    const write = () => writeFile(file.path, Buffer.concat(encodeRecord(aRecord(organizationId))));
    await write();
    await flushFile(platform, file);
    await write();
    await flushFile(platform, file);
    const [segment, ...more] = await listPendingSegments(platform.db.queries, organizationId, 10);
    expect(segment?.id).toBe(segmentId);
    expect(more).toEqual([]);
    expect(await readRecorded(platform, organizationId)).toHaveLength(1);
    const ingest = () =>
      platform.db.transaction((tx) => markSegmentIngested(tx, { id: segmentId, organizationId }, platform.now()));
    expect([await ingest(), await ingest()]).toEqual([true, false]);
    await write();
    await flushFile(platform, file);
    expect(await listPendingSegments(platform.db.queries, organizationId, 10)).toEqual([]);
    expect(await platform.blobs.size(segment?.key as string)).toBeNull();
  });
});
