import { sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';

interface CountedPerson {
  readonly id: string;
  readonly username: string;
  readonly llm_api_calls: string;
  readonly vector_databases: string;
}

interface PeopleFilter {
  readonly organizationId: string;
  /** One person, or everybody when null. */
  readonly only: string | null;
  readonly offset: number;
  readonly limit: number;
}

/** People with their counters, those who used most first; whoever used nothing is listed with zeros. */
export async function countersOfPeople(db: Queries, { organizationId, only, offset, limit }: PeopleFilter) {
  const whose = sql`users.organization_id = ${organizationId} AND (${only}::text IS NULL OR users.id = ${only})`;
  const { rows } = await sql<CountedPerson>`
    SELECT users.id, users.username,
           coalesce(sum(c.completed) FILTER (WHERE c.counter = 'llmApiCalls'), 0) AS llm_api_calls,
           coalesce(sum(c.completed) FILTER (WHERE c.counter = 'vectorDatabases'), 0) AS vector_databases
    FROM users
    LEFT JOIN (SELECT user_id, organization_id, counter, completed FROM genai_usage_counters
               UNION ALL
               SELECT user_id, organization_id, counter, completed FROM genai_usage_journals) c
           ON c.user_id = users.id AND c.organization_id = ${organizationId}
    WHERE ${whose}
    GROUP BY users.id, users.username
    ORDER BY llm_api_calls DESC, vector_databases DESC, users.username
    OFFSET ${offset} LIMIT ${limit}`.execute(db);
  const counted = await sql<{ total: string }>`SELECT count(*) AS total FROM users WHERE ${whose}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}
