import { type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { Queries } from './database.ts';
import type { Tables } from './tables.ts';

type Table = keyof Tables & string;
type Row<Name extends Table> = Selectable<Tables[Name]>;
/** Columns and the values they must have: null for NULL, a list for any of its values. */
type Where<Name extends Table> = {
  readonly [Column in keyof Row<Name>]?: Row<Name>[Column] | readonly Row<Name>[Column][];
};

const conditionOf = (column: string, value: unknown) => {
  if (value === null) return sql`${sql.ref(column)} IS NULL`;
  return Array.isArray(value) ? sql`${sql.ref(column)} = any(${value})` : sql`${sql.ref(column)} = ${value}`;
};

/** Also for `.where()` of a larger query: `.where(matching<'users'>({ role: 'admin' }))`. */
export const matching = <Name extends Table>(where: Where<Name>) =>
  sql<SqlBool>`(${sql.join(
    Object.entries(where).map(([column, value]) => conditionOf(column, value)),
    sql` AND `,
  )})`;

interface FindOptions<Name extends Table> {
  readonly orderBy?: readonly (keyof Row<Name> & string)[];
  /** Held until the transaction ends. */
  readonly lock?: boolean;
}

/** Whole rows by the values of their columns. */
export async function findRows<Name extends Table>(
  db: Queries,
  table: Name,
  where: Where<Name>,
  { orderBy = [], lock = false }: FindOptions<Name> = {},
): Promise<Row<Name>[]> {
  const order = orderBy.length === 0 ? sql`` : sql`ORDER BY ${sql.join(orderBy.map((column) => sql.ref(column)))}`;
  const { rows } = await sql<Row<Name>>`
    SELECT * FROM ${sql.table(table)} WHERE ${matching(where)} ${order} ${lock ? sql`FOR UPDATE` : sql``}`.execute(db);
  return rows;
}

export async function findRow<Name extends Table>(
  db: Queries,
  table: Name,
  where: Where<Name>,
  options?: FindOptions<Name>,
): Promise<Row<Name> | undefined> {
  return (await findRows(db, table, where, options))[0];
}

type Change<Name extends Table> = {
  readonly [Column in keyof Updateable<Tables[Name]>]?:
    | Updateable<Tables[Name]>[Column]
    | RawBuilder<unknown>
    | undefined;
};

/** The rows as they are afterwards. Columns whose value is undefined stay as they are. */
export async function updateRows<Name extends Table>(
  db: Queries,
  table: Name,
  where: Where<Name>,
  change: Change<Name>,
): Promise<Row<Name>[]> {
  const values = Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  if (values.length === 0) return findRows(db, table, where);
  const { rows } = await sql<Row<Name>>`
    UPDATE ${sql.table(table)} SET ${sql.join(values)} WHERE ${matching(where)} RETURNING *`.execute(db);
  return rows;
}

/** How many there were. */
export async function deleteRows<Name extends Table>(db: Queries, table: Name, where: Where<Name>): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE ${matching(where)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** One page of what a query finds, and how many there are in all. A limit of 0 means all of them. */
export async function pageOfRows<DB, From extends keyof DB, Found>(
  query: SelectQueryBuilder<DB, From, Found>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const rest = query.offset(offset);
  const rows = await (limit === 0 ? rest : rest.limit(limit)).execute();
  const all = query.clearSelect().clearOrderBy();
  const counted = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: (counted as { total: number }).total };
}
