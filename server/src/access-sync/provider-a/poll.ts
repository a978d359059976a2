import type { ItemPage } from '../model.ts';
import { ProviderProblem } from '../provider-client.ts';
import { pageOf, subtree } from './crawl.ts';
import { type PollCursor, writeCursor } from './cursor.ts';
import { type Activity, ActivityList, ChangeList, FILE_FIELDS, type File } from './drive.schema.ts';
import { bodyOf } from './drive.ts';
import { isFolder, isGone, keyOf, type Reading, readFile, translate } from './reader.ts';
import { messageOf } from './retry-policy.ts';
import { manyAtOnce } from './spaces.ts';

interface ChangeSet {
  readonly file: File | null;
  readonly tick: number;
}

/**
 * The activity feed says within seconds what to look at; the change feed, which has a durable place, says it again.
 * Everything either of them names is read as it is now.
 */
export async function* pollSpace(reading: Reading, cursor: PollCursor, now: () => number): AsyncGenerator<ItemPage> {
  const since = now();
  const [dirty, { told, change }] = await Promise.all([
    dirtySince(reading, cursor.since, cursor.seen),
    changesSince(reading, cursor.change),
  ]);
  const rest = [...dirty.fileIds].filter((id) => !told.has(id) && id !== reading.driveId);
  await manyAtOnce(rest, async (id) => {
    const tick = reading.pass.tick();
    told.set(id, { file: await readFile(reading, id), tick });
  });
  const translated = await manyAtOnce([...told], async ([id, { file, tick }]) =>
    file ? translate(reading, file, tick) : { gone: { key: keyOf(id), tick } },
  );
  yield pageOf(translated, null, false);
  for (const folder of await foldersToDescend(reading, told, dirty.fileIds)) yield* subtree(reading, folder);
  yield pageOf([], writeCursor({ change, since, seen: dirty.seen }), true);
}

/** In a person's own files every list below a folder may have changed with it; elsewhere only below a new folder. */
async function foldersToDescend(
  reading: Reading,
  told: ReadonlyMap<string, ChangeSet>,
  active: ReadonlySet<string>,
): Promise<string[]> {
  const folders = [...told.values()].flatMap(({ file }) =>
    file && isFolder(file) && !isGone(reading, file) ? [file] : [],
  );
  const held = new Map((await reading.pass.held(folders.map(({ id }) => keyOf(id)))).map((one) => [one.key, one]));
  return folders
    .filter((file) => {
      const before = held.get(keyOf(file.id));
      if (!before) return true;
      // The version grows with every change, so an equal one proves that nothing happened since.
      return reading.driveId === null && (active.has(file.id) || before.etag !== file.version);
    })
    .map(({ id }) => id);
}

async function changesSince(reading: Reading, from: string): Promise<{ told: Map<string, ChangeSet>; change: string }> {
  const { drive, as, pass, driveId } = reading;
  const told = new Map<string, ChangeSet>();
  for (let pageToken = from; ; ) {
    const tick = pass.tick();
    const params = {
      supportsAllDrives: true,
      // Own files may lie in folders of others, so the feed is not narrowed to one's own tree.
      ...(driveId === null ? {} : { includeItemsFromAllDrives: true, driveId }),
      includeRemoved: true,
      pageToken,
      pageSize: 1000,
      fields: `changes(changeType,removed,fileId,file(${FILE_FIELDS})),nextPageToken,newStartPageToken`,
    };
    const reply = await drive.files('/changes', params, as, pass.signal);
    if (reply.status === 400 || reply.status === 410)
      throw new ProviderProblem('cursorGone', `The change feed restarts: ${messageOf(reply)}`);
    if (reply.status === 404) throw new ProviderProblem('spaceGone', `The drive is gone: ${messageOf(reply)}`);
    const page = bodyOf(ChangeList, reply, '/changes');
    for (const { fileId, file, removed } of page.changes ?? []) {
      if (!fileId || fileId === driveId) continue;
      told.delete(fileId);
      told.set(fileId, { file: removed ? null : (file ?? null), tick });
    }
    if (page.newStartPageToken) return { told, change: page.newStartPageToken };
    if (!page.nextPageToken) throw new ProviderProblem('unavailable', 'A page of changes has no token to go on from.');
    pageToken = page.nextPageToken;
  }
}

/** The feed may be late: look back this far each time. Later than that, the change feed is the safety net. */
const OVERLAP_MS = 180_000;

const ACTIONS = 'PERMISSION_CHANGE MOVE DELETE RESTORE CREATE SETTINGS_CHANGE';

interface Dirty {
  readonly fileIds: Set<string>;
  /** Everything met in the overlap. */
  readonly seen: string[];
}

/** Items something happened to. People are only numbers in this feed, so it tells what to read, not what changed. */
async function dirtySince(reading: Reading, since: number, seen: readonly string[]): Promise<Dirty> {
  const before = new Set(seen);
  const from = new Date(since - OVERLAP_MS).toISOString();
  const query = {
    filter: `time >= "${from}" AND detail.action_detail_case:(${ACTIONS})`,
    consolidationStrategy: { none: {} },
    pageSize: 500,
    ...(reading.driveId !== null && { ancestorName: `items/${reading.driveId}` }),
  };
  const dirty: Dirty = { fileIds: new Set(), seen: [] };
  for (let pageToken: string | null = null; ; ) {
    const asked = pageToken === null ? query : { ...query, pageToken };
    const reply = await reading.drive.activity(asked, reading.as, reading.pass.signal);
    const page: typeof ActivityList._output = bodyOf(ActivityList, reply, 'activity:query');
    for (const activity of page.activities ?? [])
      for (const fileId of targetsOf(activity)) {
        const mark = `${fileId}@${activity.timestamp ?? activity.timeRange?.endTime ?? ''}${actionOf(activity)}`;
        dirty.seen.push(mark);
        if (!before.has(mark)) dirty.fileIds.add(fileId);
      }
    pageToken = page.nextPageToken || null;
    if (pageToken === null) return dirty;
  }
}

const actionOf = (activity: Activity): string => Object.keys(activity.primaryActionDetail ?? {})[0] ?? '';

const targetsOf = (activity: Activity): string[] =>
  (activity.targets ?? []).flatMap((target) => target.driveItem?.name?.replace(/^items\//, '') ?? []);
