import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { DEPLOYMENT } from './deployment.kind.ts';

export interface Owner {
  readonly id: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** The people who own deployments, by deployment; those who own through a group are not told one by one. */
export async function ownersOf(db: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Owner[]>> {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('users', 'users.id', 'grants.user_id')
    .select(['grants.resource_id', 'users.id', 'users.email', 'users.first_name', 'users.last_name'])
    .where('grants.resource_type', '=', DEPLOYMENT.type)
    .where('grants.resource_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('grants.role', '=', 'OWNER')
    .orderBy('grants.granted_at')
    .execute();
  const found = new Map<string, Owner[]>();
  for (const { resource_id, id, email, first_name, last_name } of rows) {
    const owner = { id, email, firstName: first_name, lastName: last_name };
    found.set(resource_id, [...(found.get(resource_id) ?? []), owner]);
  }
  return found;
}
