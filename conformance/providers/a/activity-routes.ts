import type { Asked, Reply } from '../wire/faults.ts';
import { failed } from './errors.ts';
import { roleOf } from './file-wire.ts';
import { type Activity, type File, FOLDER, upwards, type World } from './world.ts';

interface Query {
  readonly itemName?: string;
  readonly ancestorName?: string;
  readonly filter?: string;
  readonly pageSize?: number;
  readonly pageToken?: string;
}

/** Drive Activity v2: newest first, what the caller can see, people as numbers. */
export function activityReply(world: World, asked: Asked, email: string, pageSize: number): Reply {
  const query = JSON.parse(asked.body || '{}') as Query;
  const passes = filterOf(query.filter ?? '');
  if (!passes) return failed(400, 'badRequest', `The filter ${query.filter} is not understood`);
  const found = world.activities
    .filter((one) => one.shownAt <= world.now() && passes(one) && seen(world, one, email, query))
    .sort((a, b) => b.at - a.at);
  const from = Number(query.pageToken ?? 0);
  const size = Math.min(query.pageSize ?? 50, pageSize);
  return {
    status: 200,
    body: {
      activities: found.slice(from, from + size).map((one) => activityJson(world, one)),
      ...(from + size < found.length && { nextPageToken: String(from + size) }),
    },
  };
}

function seen(world: World, one: Activity, email: string, query: Query): boolean {
  const file = world.files.get(one.fileId);
  if (!file || roleOf(world, email, file) === null) return false;
  if (query.itemName !== undefined) return query.itemName === `items/${file.id}`;
  if (query.ancestorName === undefined) return file.driveId === null;
  return [...upwards(world, file)].some((at) => query.ancestorName === `items/${at.id}`);
}

function activityJson(world: World, one: Activity): Record<string, unknown> {
  const file = world.files.get(one.fileId) as File;
  const target = {
    driveItem: {
      name: `items/${file.id}`,
      title: file.name,
      mimeType: file.mimeType,
      ...(file.mimeType === FOLDER ? { driveFolder: { type: 'STANDARD_FOLDER' } } : { driveFile: {} }),
    },
  };
  const timestamp = new Date(one.at).toISOString();
  return {
    primaryActionDetail: one.detail,
    actors: [{ user: { knownUser: { personName: 'people/1' } } }],
    actions: [{ detail: one.detail }],
    targets: [target],
    timestamp,
  };
}

/** `time >= "..." AND detail.action_detail_case:(A B)`, in any order; null when it says something else. */
function filterOf(filter: string): ((one: Activity) => boolean) | null {
  const tests: ((one: Activity) => boolean)[] = [];
  for (const clause of filter.split(/\s+AND\s+/i).filter((part) => part.trim() !== '')) {
    const time = /^time\s*(>=|>|<=|<|=)\s*"?([^"]+)"?$/.exec(clause.trim());
    const actions = /^detail\.action_detail_case:\s*\(?([A-Z_ ]+)\)?$/.exec(clause.trim());
    if (time?.[2] !== undefined) {
      const at = /^\d+$/.test(time[2]) ? Number(time[2]) : Date.parse(time[2]);
      const compare = time[1];
      tests.push((one) =>
        compare === '>=' ? one.at >= at : compare === '>' ? one.at > at : compare === '<' ? one.at < at : one.at <= at,
      );
    } else if (actions?.[1] !== undefined) {
      const names = new Set(actions[1].trim().split(/\s+/));
      tests.push((one) => names.has(one.action));
    } else return null;
  }
  return (one) => tests.every((test) => test(one));
}
