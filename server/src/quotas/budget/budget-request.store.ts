import { type Generated, type Selectable, sql } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import { deleteRows, findRow, findRows, updateRows } from '#platform/db/rows.ts';

interface BudgetRequestTable {
  id: string;
  organization_id: string;
  resource_type: 'deployment' | 'workload';
  resource_id: string;
  user_id: string;
  deployment_id: string;
  most: number;
  state: Generated<'asked' | 'deciding' | 'free' | 'granted' | 'wait' | 'over'>;
  units: number | null;
  wait_ms: number | null;
  wait_for_place: boolean | null;
  why: string | null;
  asked_at: Generated<Date>;
  alive_until: Generated<Date>;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    quota_asks: BudgetRequestTable;
  }
}

export type BudgetRequestRow = Selectable<BudgetRequestTable>;

export const CHANNEL = 'almanac_budget';

const LEASE_SECONDS = 60;
const alive = sql<Date>`now() + make_interval(secs => ${LEASE_SECONDS})`;

export const budgetRequestStore = (db: Queries) => ({
  async hasQuota({ organization_id, resource_type, resource_id }: LimitedResource): Promise<boolean> {
    return (await findRow(db, 'quotas', { organization_id, resource_type, resource_id })) !== undefined;
  },

  async ask(row: LimitedResource & Pick<BudgetRequestRow, 'id' | 'user_id' | 'deployment_id' | 'most'>): Promise<void> {
    await db.insertInto('quota_asks').values(row).execute();
    await tell(db, `ask ${row.id}`);
  },

  byId: (id: string): Promise<BudgetRequestRow | undefined> => findRow(db, 'quota_asks', { id }),

  /** True when nobody will answer it any more. */
  async withdraw(id: string): Promise<boolean> {
    return (await deleteRows(db, 'quota_asks', { id, state: ['asked', 'deciding'] })) > 0;
  },

  forget: (id: string) => deleteRows(db, 'quota_asks', { id }),

  renew: (id: string) => updateRows(db, 'quota_asks', { id }, { alive_until: alive }),

  async over(id: string, units: number): Promise<void> {
    await updateRows(db, 'quota_asks', { id }, { state: 'over', units });
    await tell(db, `over ${id}`);
  },

  /** To one of several servers alone. */
  async take(id: string): Promise<BudgetRequestRow | undefined> {
    const change = { state: 'deciding', alive_until: alive } as const;
    return (await updateRows(db, 'quota_asks', { id, state: 'asked' }, change))[0];
  },

  /** False when whoever asked has given up. */
  async answer(
    id: string,
    answer: Partial<Pick<BudgetRequestRow, 'units' | 'wait_ms' | 'wait_for_place' | 'why'>> & Decided,
  ) {
    const change = { ...answer, alive_until: alive };
    return (await updateRows(db, 'quota_asks', { id, state: 'deciding' }, change)).length > 0;
  },

  /** What was announced and not heard. */
  async waiting(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM quota_asks WHERE state = 'asked' AND asked_at < now() - interval '1 second' LIMIT 100`.execute(db);
    return rows.map(({ id }) => id);
  },

  overOf: (ids: readonly string[]): Promise<BudgetRequestRow[]> =>
    findRows(db, 'quota_asks', { id: [...ids], state: 'over' }),

  /** Of those that nobody has renewed. */
  async deleteDead(): Promise<string[]> {
    const dead = sql<{ id: string }>`DELETE FROM quota_asks WHERE alive_until < now() RETURNING id`;
    return (await dead.execute(db)).rows.map(({ id }) => id);
  },
});

export type LimitedResource = Pick<BudgetRequestRow, 'organization_id' | 'resource_type' | 'resource_id'>;
type Decided = { readonly state: 'free' | 'granted' | 'wait' };

const tell = (db: Queries, message: string) => sql`SELECT pg_notify(${CHANNEL}, ${message})`.execute(db);
