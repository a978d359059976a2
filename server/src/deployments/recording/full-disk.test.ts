import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createUser } from '#accounts';
import { testPlatform } from '../../../test/platform.ts';
import { canMount, smallDisk } from '../../../test/small-disk.ts';
import { appendRecords } from './log-file.ts';
import { createRecorder } from './recorder.ts';
import { aRecord, readRecorded } from './recording.fixtures.ts';

const platform = await testPlatform();
let people = 0;
const anOrganization = async () =>
  (await createUser(platform, { username: `p${++people}`, password: 'correct horse', organization: `o${people}` }))
    .organization_id;
const times = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
const read = async (organizationId: string, on = platform) =>
  (await readRecorded(on, organizationId)).map(({ at }) => at);

/** A disk that is full until it is told otherwise: the device answers every write with ENOSPC. */
function fillingUp() {
  const disk = { isFull: true };
  const append: typeof appendRecords = async (path, batches) => {
    if (!disk.isFull) return appendRecords(path, batches);
    return appendRecords('/dev/full', batches);
  };
  return { disk, append };
}

describe('a recorder on a full disk', () => {
  it('keeps records in memory, says why, and writes each once when there is space again', async () => {
    const organizationId = await anOrganization();
    const { disk, append } = fillingUp();
    const recorder = createRecorder(platform, { append });
    for (const at of times(0, 30)) recorder.note(aRecord(organizationId, { at }));
    await recorder.settle();
    for (const at of times(30, 30)) recorder.note(aRecord(organizationId, { at }));
    await recorder.settle();
    expect(recorder.state).toMatchObject({ bufferedRecords: 60, dropped: 0, trouble: { isFull: true } });
    expect(recorder.state.trouble?.reason).toContain('has no space left');
    expect(await read(organizationId)).toEqual([]);
    disk.isFull = false;
    await recorder.settle();
    expect(await read(organizationId)).toEqual(times(0, 60));
    expect(recorder.state).toEqual({ bufferedRecords: 0, bufferedBytes: 0, dropped: 0, trouble: null });
    await recorder.close();
    expect(await read(organizationId)).toEqual(times(0, 60));
  });

  it('drops the oldest beyond the memory it has, and counts them', async () => {
    const organizationId = await anOrganization();
    const { disk, append } = fillingUp();
    const recorder = createRecorder(platform, { append, mostBytes: 1024 ** 2 });
    const input = { format: 'csv', bytes: new Uint8Array(100 * 1024) } as const;
    for (const at of times(0, 30)) {
      recorder.note(aRecord(organizationId, { at, input }));
      await recorder.settle();
    }
    const { bufferedRecords, bufferedBytes, dropped } = recorder.state;
    expect(bufferedRecords + dropped).toBe(30);
    expect(bufferedBytes).toBeLessThanOrEqual(1024 ** 2);
    disk.isFull = false;
    await recorder.close();
    expect(await read(organizationId)).toEqual(times(dropped, 30 - dropped));
  });

  it('counts as lost what it could not write before it was closed', async () => {
    const recorder = createRecorder(platform, { append: fillingUp().append });
    recorder.note(aRecord(await anOrganization()));
    await recorder.close();
    expect(recorder.lost).toBe(1);
  });
});

describe.skipIf(!canMount)('a recorder on a small disk', () => {
  it('fills it, leaves no half record, and catches up when space is freed: nothing lost, nothing twice', async () => {
    const organizationId = await anOrganization();
    const disk = smallDisk(4, onTestFinished);
    const small = { ...platform, config: { ...platform.config, dataDir: disk.folder } };
    const recorder = createRecorder(small);
    const input = { format: 'csv', bytes: new Uint8Array(300 * 1024) } as const;
    await recorder.settle();
    recorder.note(aRecord(organizationId, { at: 0 }));
    await recorder.settle();
    expect(await read(organizationId)).toEqual([0]);
    for (const at of times(1, 30)) recorder.note(aRecord(organizationId, { at, input }));
    await recorder.settle();
    expect(recorder.state.trouble?.isFull).toBe(true);
    await disk.fill();
    for (const at of times(31, 100)) recorder.note(aRecord(organizationId, { at }));
    await recorder.settle();
    expect(recorder.state.trouble?.isFull).toBe(true);
    // Space comes back bit by bit here: what is handed over leaves the small disk.
    await disk.free();
    while (recorder.state.bufferedRecords > 0) await recorder.settle();
    await recorder.close();
    expect(await read(organizationId)).toEqual(times(0, 131));
    expect(recorder.lost).toBe(0);
    expect(await readdir(join(disk.folder, 'prediction-log'))).toEqual([]);
  });
});
