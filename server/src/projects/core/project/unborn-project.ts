import type { Platform } from '#platform/context.ts';
import { hasOpenWork } from './open-work.store.ts';
import { lockProject, projectStore } from './project.store.ts';
import type { ProjectRow } from './project.tables.ts';

/** The jobs that read the data of a new project; they carry its id as their status type. */
export const CREATING = ['projects.create', 'projects.await-data'] as const;

/**
 * A project whose creation was cancelled, expired, or lost its worker once too often never gets its data: it goes, and
 * the status of its creation says why. Answers whether it did.
 */
export async function endedUnborn({ db }: Pick<Platform, 'db'>, { id, stage }: ProjectRow): Promise<boolean> {
  if (stage !== 'eda' || (await hasOpenWork(db.queries, id, CREATING))) return false;
  return db.transaction(async (tx) => {
    // Between the two questions the creation may have come to its end.
    const now = await lockProject(tx, id);
    if (now?.stage !== 'eda') return now === undefined;
    await projectStore(tx).erase(id);
    return true;
  });
}
