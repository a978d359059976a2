import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, matching } from '#platform/db/rows.ts';
import { refuse } from '#platform/http/problem.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { UpstreamRow } from '../genai.tables.ts';
import { UpstreamProblems } from './catalogue.problems.ts';

async function namingClash<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    if (constraint === 'genai_upstreams_organization_id_name_key') refuse(UpstreamProblems.nameTaken, name);
    throw error;
  }
}

type UpstreamEdit = Partial<UpstreamRow> & Pick<UpstreamRow, 'updated_by' | 'updated_at'>;

export const upstreamStore = (db: Queries) => ({
  /** Until the transaction ends: two upstreams made at once cannot both take an id. */
  lock: (organizationId: string) =>
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`genai_upstreams ${organizationId}`}, 0))`.execute(db),

  ofOrganization: (organizationId: string): Promise<UpstreamRow[]> =>
    db
      .selectFrom('genai_upstreams')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  byId: (organizationId: string, id: string): Promise<UpstreamRow | undefined> =>
    findRow(db, 'genai_upstreams', { id, organization_id: organizationId }),

  insert: (row: UpstreamRow): Promise<UpstreamRow> =>
    namingClash(
      db
        .insertInto('genai_upstreams')
        .values({ ...row, models: JSON.stringify(row.models) })
        .returningAll()
        .executeTakeFirstOrThrow(),
      row.name,
    ),

  change: (organizationId: string, id: string, { models, ...edit }: UpstreamEdit): Promise<UpstreamRow> =>
    namingClash(
      db
        .updateTable('genai_upstreams')
        .set({ ...edit, ...(models === undefined ? {} : { models: JSON.stringify(models) }) })
        .where(matching({ id, organization_id: organizationId }))
        .returningAll()
        .executeTakeFirstOrThrow(),
      edit.name ?? '',
    ),

  delete: (organizationId: string, id: string) =>
    deleteRows(db, 'genai_upstreams', { id, organization_id: organizationId }),
});

const purpose = (upstreamId: string) => `genai-upstream:${upstreamId}`;

export const sealKey = (secrets: Secrets, upstreamId: string, key: string | null): string | null =>
  key === null ? null : secrets.seal(key, purpose(upstreamId));

export const openKey = (secrets: Secrets, upstreamId: string, sealed: string | null): string | null =>
  sealed === null ? null : secrets.open(sealed, purpose(upstreamId));
