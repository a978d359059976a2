import { type ColumnType, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';

declare module '#platform/db/tables.ts' {
  interface Tables {
    deprecated_uses: {
      organization_id: string;
      user_id: string;
      request: string;
      request_digest: ColumnType<string, never, never>;
      is_prediction_api: boolean;
      last_used: Date;
      /** A bigint of the database; text here. */
      uses: ColumnType<string, number, never>;
    };
  }
}

export interface Uses {
  readonly organizationId: string;
  readonly userId: string;
  readonly request: string;
  /** A request to the old Prediction API, which the table is meant for. */
  readonly isPredictionApi: boolean;
  readonly lastUsed: Date;
  readonly uses: number;
}

/** Rows an organization keeps of the Prediction API, and again of all other routes. Only the newest hundred are shown; the rest keep their counts in case they come back. */
const MOST_KEPT = 10_000;

export const usageStore = (db: Queries) => ({
  /** Adds to what is counted already. Rows are written in one order everywhere, so that two writers never lock up. */
  async add(uses: readonly Uses[]): Promise<void> {
    const ordered = [...uses].sort((a, b) => compare(a.userId, b.userId) || compare(a.request, b.request));
    await sql`
      INSERT INTO deprecated_uses AS kept (organization_id, user_id, request, is_prediction_api, last_used, uses)
      SELECT u.organization_id, u.id, added.request, added.is_prediction_api, added.last_used, added.uses
      FROM json_to_recordset(${JSON.stringify(ordered.map(asRow))}::json)
        AS added(user_id text, request text, is_prediction_api boolean, last_used timestamptz, uses bigint)
      JOIN users u ON u.id = added.user_id
      ON CONFLICT (user_id, request_digest) DO UPDATE
      SET uses = kept.uses + excluded.uses, last_used = greatest(kept.last_used, excluded.last_used)`.execute(db);
  },

  /** Forgets what was used longest ago where there is too much. */
  async trim(organizationId: string): Promise<void> {
    for (const isPredictionApi of [true, false])
      await sql`
        DELETE FROM deprecated_uses
        WHERE organization_id = ${organizationId} AND is_prediction_api = ${isPredictionApi} AND last_used < (
          SELECT last_used FROM deprecated_uses
          WHERE organization_id = ${organizationId} AND is_prediction_api = ${isPredictionApi}
          ORDER BY last_used DESC OFFSET ${MOST_KEPT} LIMIT 1)`.execute(db);
  },

  /** Newest first. Where there are more than `limit`, other routes take no place of the Prediction API. */
  newest: (organizationId: string, limit: number) =>
    db
      .with('chosen', (all) =>
        all
          .selectFrom('deprecated_uses')
          .innerJoin('users', 'users.id', 'deprecated_uses.user_id')
          .select(['last_used', 'request', 'users.username', 'uses'])
          .where('deprecated_uses.organization_id', '=', organizationId)
          .orderBy('is_prediction_api', 'desc')
          .orderBy('last_used', 'desc')
          .orderBy('request')
          .orderBy('users.username')
          .limit(limit),
      )
      .selectFrom('chosen')
      .selectAll()
      .orderBy('last_used', 'desc')
      .orderBy('request')
      .orderBy('username')
      .execute(),
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const asRow = ({ userId, request, isPredictionApi, lastUsed, uses }: Uses) => ({
  user_id: userId,
  request,
  is_prediction_api: isPredictionApi,
  last_used: lastUsed.toISOString(),
  uses,
});
