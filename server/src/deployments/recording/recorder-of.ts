import type { Platform } from '#platform/context.ts';
import { createRecorder, type Recorder } from './recorder.ts';

const recorders = new WeakMap<Platform['db'], Recorder>();

/** The recorder of this process: made when it is first asked for, by the server and the workers at their start. */
export function recorderOf(platform: Platform): Recorder {
  const known = recorders.get(platform.db);
  if (known) return known;
  const { config, db, jobs, events, blobs, secrets, services, now, log } = platform;
  // Of a request only what outlives it.
  const made = createRecorder({ config, db, jobs, events, blobs, secrets, services, now, log });
  recorders.set(platform.db, made);
  return made;
}

/** Before the database is closed: what was noted becomes a segment. */
export async function closeRecorder({ db }: Pick<Platform, 'db'>): Promise<void> {
  const known = recorders.get(db);
  recorders.delete(db);
  await known?.close();
}
