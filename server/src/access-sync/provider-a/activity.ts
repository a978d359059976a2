import { type Activity, ActivityList } from './drive.schema.ts';
import { bodyOf } from './drive.ts';
import type { Reading } from './reader.ts';

/** The feed may be late: look back this far each time. Later than that, the change feed is the safety net. */
const OVERLAP_MS = 180_000;

const ACTIONS = 'PERMISSION_CHANGE MOVE DELETE RESTORE CREATE SETTINGS_CHANGE';

export interface Dirty {
  readonly fileIds: Set<string>;
  /** Everything met in the overlap. */
  readonly seen: string[];
}

/** Items something happened to. People are only numbers in this feed, so it tells what to read, not what changed. */
export async function dirtySince(reading: Reading, since: number, seen: readonly string[]): Promise<Dirty> {
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
