import { type Insertable, sql, type Updateable } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { refuse } from '#platform/http/problem.ts';
import type { RegisteredModelRow } from '../deployments.tables.ts';
import { RegistryProblems } from './registry.problems.ts';

async function orNameTaken<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'registered_models_name') {
      refuse(RegistryProblems.nameTaken, name);
    }
    throw error;
  }
}

export const registeredModelStore = (db: Queries) => ({
  byId: (organizationId: string, id: string): Promise<RegisteredModelRow | undefined> =>
    db
      .selectFrom('registered_models')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirst(),

  byName: (organizationId: string, name: string): Promise<RegisteredModelRow | undefined> =>
    db
      .selectFrom('registered_models')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where(sql`lower(name)`, '=', name.toLowerCase())
      .where('is_archived', '=', false)
      .executeTakeFirst(),

  insert: (row: Insertable<Tables['registered_models']>): Promise<RegisteredModelRow> =>
    orNameTaken(db.insertInto('registered_models').values(row).returningAll().executeTakeFirstOrThrow(), row.name),

  change: (id: string, change: Updateable<Tables['registered_models']>) =>
    orNameTaken(
      db.updateTable('registered_models').set(change).where('id', '=', id).execute(),
      String(change.name ?? ''),
    ),

  /** The number of the next version. Whoever asks next waits until this transaction has ended. */
  async nextVersion(id: string, userId: string, now: Date): Promise<number> {
    const { last_version } = await db
      .updateTable('registered_models')
      .set(({ eb }) => ({ last_version: eb('last_version', '+', 1), modified_by: userId, modified_at: now }))
      .where('id', '=', id)
      .returning('last_version')
      .executeTakeFirstOrThrow();
    return last_version;
  },
});
