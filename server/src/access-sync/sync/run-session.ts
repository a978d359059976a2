import { setTimeout as pause } from 'node:timers/promises';
import { directoryPauseSeconds } from '../access/freshness.rules.ts';
import type { SpaceRow } from '../access-sync.tables.ts';
import { spaceActivity } from '../graph/drop-space.store.ts';
import { demandFence, StaleFence } from '../graph/fence.ts';
import { StaleGeneration } from '../graph/space.store.ts';
import { ProviderProblem } from '../provider-client.ts';
import { Activity } from './activity.ts';
import { listSpaces } from './list-spaces.ts';
import { readSpace } from './read-space.ts';
import type { Session } from './session.ts';
import {
  controlOf,
  forgetCursors,
  newcomersWait,
  noteSuccess,
  noteTrouble,
  spaceById,
  spacesOf,
  stampComplete,
} from './sync.store.ts';

const LOOK_EVERY_MS = 500;
/** There may be thousands of spaces: which there are is looked up less often than which are due. */
const LOOK_AT_SPACES_EVERY_MS = 2_000;
const LEAST_AT_ONCE = 6;
const MOST_AT_ONCE = 64;
const LIST_SPACES_SECONDS = 45;
const VERIFY_AFTER_SECONDS = 30;
const VERIFY_AT_ONCE = 40;

/**
 * Keeps one connection in step until it is paused, changed or deleted, the lease is lost, or the worker stops. Spaces,
 * the list of them and the directory are on clocks of their own: a long crawl holds up no poll.
 */
export async function runSession(session: Session): Promise<void> {
  const { platform, connection, signal } = session;
  const spaces = new Map<number, Activity>();
  const list = activity(
    session,
    'spaces',
    () => listSpaces(session),
    () => LIST_SPACES_SECONDS,
  );
  let pauseSeconds = 0;
  const readPeople = async () => {
    const { tookMs } = await session.people.ask('all');
    pauseSeconds = directoryPauseSeconds(tookMs);
    // Whoever is new counts once they were seen twice.
    if (await newcomersWait(platform.db.queries, connection.id)) pauseSeconds = Math.min(pauseSeconds, tookMs / 1000);
  };
  const directory = activity(session, 'directory', readPeople, () => pauseSeconds);
  const all = () => [list, directory, ...spaces.values()];
  let nudgedAt = 0;
  let rows: readonly SpaceRow[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  try {
    while (!signal.aborted) {
      const control = await controlOf(platform.db.queries, connection.id);
      if (control === undefined || control.paused) return;
      if (control.updatedAt.getTime() !== connection.updated_at.getTime()) return;
      if (control.resync === 'requested') await beginAnew(session);
      if (control.nudgedAt.getTime() !== nudgedAt) for (const one of all()) one.hasten();
      nudgedAt = control.nudgedAt.getTime();
      list.startIfDue();
      directory.startIfDue();
      if (rows.length === 0 || performance.now() - lookedAt > LOOK_AT_SPACES_EVERY_MS) {
        rows = await spacesOf(platform.db.queries, connection.id);
        lookedAt = performance.now();
      }
      startSpaces(session, rows, spaces);
      for (const { fatal } of all()) if (fatal !== null) throw fatal;
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await Promise.all(all().map((one) => one.ended()));
  }
}

/** Work that tells how it went. Stamped once it has ended, never in between. */
function activity(session: Session, name: string, work: () => Promise<void>, pauseSeconds: () => number): Activity {
  const { platform, connection } = session;
  const db = platform.db.queries;
  const run = async () => {
    await work();
    await stampComplete(db, connection.id);
    await noteSuccess(db, connection.id, name);
  };
  return new Activity(run, pauseSeconds, (error) => reportTrouble(session, name, error));
}

function startSpaces(session: Session, rows: readonly SpaceRow[], spaces: Map<number, Activity>): void {
  const there = new Set(rows.map((row) => row.id));
  for (const [id, one] of spaces) if (!there.has(id) && !one.running) spaces.delete(id);
  for (const { id } of rows) {
    if (spaces.has(id)) continue;
    const read = () => readOne(session, id);
    spaces.set(
      id,
      activity(session, spaceActivity(id), read, () => session.connection.poll_seconds),
    );
  }
  const crawling = new Set(rows.filter((row) => row.crawl_generation !== null).map((row) => row.id));
  const waiting = [...spaces.values()].filter((one) => one.due()).sort((a, b) => a.dueAt - b.dueAt);
  const polling = [...spaces].filter(([id, one]) => one.running && !crawling.has(id)).length;
  // There may be one for each person: as many as must begin with every look for all to have their turn.
  const needed = Math.ceil((rows.length * LOOK_EVERY_MS) / (1000 * session.connection.poll_seconds));
  const atOnce = Math.min(MOST_AT_ONCE, Math.max(LEAST_AT_ONCE, needed));
  for (const one of waiting.slice(0, Math.max(0, atOnce - polling))) one.startIfDue();
}

async function readOne(session: Session, spaceId: number): Promise<void> {
  const { platform } = session;
  const space = await spaceById(platform.db.queries, spaceId);
  if (space === undefined) return;
  const before = new Date(platform.now().getTime() - VERIFY_AFTER_SECONDS * 1000);
  await readSpace(session, space, { before, most: VERIFY_AT_ONCE });
}

async function beginAnew({ platform, connection, fence }: Session): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await demandFence(tx, connection.id, fence);
    await forgetCursors(tx, connection.id);
  });
}

/** Rethrows what ends the session; everything else is noted and tried again. */
async function reportTrouble({ platform, connection, signal }: Session, name: string, error: unknown): Promise<void> {
  if (signal.aborted || error instanceof StaleFence) throw error;
  if (error instanceof StaleGeneration) return;
  const known = error instanceof ProviderProblem;
  const message = known ? error.message : 'Something went wrong on our side; the log says what.';
  platform.log.warn({ err: error, connectionId: connection.id, activity: name }, 'Access synchronisation had trouble');
  const refused = known && error.trouble === 'unauthorized';
  await noteTrouble(platform.db.queries, connection.id, { activity: name, message, refused, at: platform.now() });
}
