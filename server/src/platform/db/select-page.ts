import { type SelectQueryBuilder, sql } from 'kysely';

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

/** One page of the rows a query selects, in its order, and the number of rows on all pages. */
export async function selectPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { offset, limit }: Window,
) {
  const rows = await query.offset(offset).limit(limit).execute();
  const counted = query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'));
  const { total } = (await counted.executeTakeFirstOrThrow()) as { readonly total: number };
  return { rows, total };
}

/** The row of an organization with this id. */
export const ownRow = (organizationId: string, id: string) =>
  sql<boolean>`id = ${id} AND organization_id = ${organizationId}`;

/** An order such as `-name`: the field, and whether it descends. */
export const readOrder = <Field extends string>(order: Field | `-${Field}`) => ({
  field: order.replace(/^-/, '') as Field,
  direction: order.startsWith('-') ? ('desc' as const) : ('asc' as const),
});
