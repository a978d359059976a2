import { setTimeout as pause } from 'node:timers/promises';
import type { SpaceRow } from '../access-sync.tables.ts';
import { directoryPauseSeconds } from '../connections/freshness.rules.ts';
import { requireFence, StaleFence } from '../graph/fence.ts';
import { StaleGeneration } from '../graph/space.store.ts';
import { ProviderProblem } from '../provider-client.ts';
import { Activity } from './activity.ts';
import { listSpaces, type Session } from './session.ts';
import { SpacePolls } from './space-polls.ts';
import {
  controlOf,
  forgetCursors,
  newcomersWait,
  noteSuccess,
  noteTrouble,
  spacesOf,
  stampComplete,
} from './sync.store.ts';

const LOOK_EVERY_MS = 500;
/** There may be thousands of spaces: which there are is looked up less often than which are due. */
const LOOK_AT_SPACES_EVERY_MS = 2_000;
const LIST_SPACES_SECONDS = 45;

/**
 * Keeps one connection in step until it is paused, changed or deleted, the lease is lost, or the worker stops. Spaces,
 * the list of them and the directory are on clocks of their own: a long crawl holds up no poll.
 */
export async function runSession(session: Session): Promise<void> {
  const { platform, connection, signal } = session;
  const db = platform.db.queries;
  let ended = 0;
  /** Work that tells how it went. */
  const activity = (name: string, work: () => Promise<void>, pauseSeconds: () => number): Activity => {
    // An earlier session may have left trouble of this name behind.
    let troubled = true;
    const run = async () => {
      await work();
      if (troubled) await noteSuccess(db, connection.id, name);
      troubled = false;
      ended++;
    };
    return new Activity(run, pauseSeconds, (error) => {
      troubled = true;
      return reportTrouble(session, name, error);
    });
  };
  const spaces = new SpacePolls(session, activity);
  const list = activity(
    'spaces',
    () => listSpaces(session),
    () => LIST_SPACES_SECONDS,
  );
  let pauseSeconds = 0;
  const readPeople = async () => {
    const { tookMs } = await session.people.ask('all');
    pauseSeconds = directoryPauseSeconds(tookMs);
    // Whoever is new counts once they were seen twice.
    if (await newcomersWait(db, connection.id)) pauseSeconds = Math.min(pauseSeconds, tookMs / 1000);
  };
  const directory = activity('directory', readPeople, () => pauseSeconds);
  const all = () => [list, directory, ...spaces.all()];
  let nudgedAt = 0;
  let rows: readonly SpaceRow[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  let stamped = 0;
  /** Of work that has ended, once for all that did: it looks at every space there is. */
  const stamp = async () => {
    if (ended === stamped) return;
    stamped = ended;
    await stampComplete(db, connection.id);
  };
  try {
    while (!signal.aborted) {
      const control = await controlOf(db, connection.id);
      if (control === undefined || control.paused) return;
      if (control.updatedAt.getTime() !== connection.updated_at.getTime()) return;
      if (control.resync === 'requested') await beginAnew(session);
      if (control.nudgedAt.getTime() !== nudgedAt) for (const one of all()) one.hasten();
      nudgedAt = control.nudgedAt.getTime();
      list.startIfDue();
      directory.startIfDue();
      if (rows.length === 0 || performance.now() - lookedAt > LOOK_AT_SPACES_EVERY_MS) {
        rows = await spacesOf(db, connection.id);
        lookedAt = performance.now();
      }
      spaces.look(rows, LOOK_EVERY_MS);
      await stamp();
      for (const { fatal } of all()) if (fatal !== null) throw fatal;
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    spaces.stop();
    await Promise.all(all().map((one) => one.ended()));
    await stamp();
  }
}

async function beginAnew({ platform, connection, fence }: Session): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await requireFence(tx, connection.id, fence);
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
