import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { stageStore } from './stage.store.ts';

/** Removes stages whose time is over, with their parts. Asked for whenever somebody makes a new one. */
export const sweepStages: JobKind<Record<string, never>> = {
  name: 'data.sweep_stages',
  input: z.strictObject({}),
  lane: 'light',
  limits: 'light',
  retries: 2,
  async run({ db, blobs, now }, _input, { signal }) {
    const at = now();
    for (const id of await stageStore(db.queries).expired(at)) {
      signal.throwIfAborted();
      const parts = await stageStore(db.queries).parts(id);
      // The row goes first: a stage without its parts must not be found.
      if (!(await stageStore(db.queries).deleteExpired(id, at))) continue;
      for (const { blob_key } of parts) await blobs.delete(blob_key);
    }
    return undefined;
  },
};
