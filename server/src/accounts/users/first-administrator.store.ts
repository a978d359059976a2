import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Any constant will do, as long as every process takes the same one. */
const LOCK = 4_127_201_002;

/** Servers that start together, and a person with a set-up link, take turns until the transaction ends. */
export const takeTurn = (tx: Tx) => sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
