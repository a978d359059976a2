import type { Window } from '#platform/http/page.ts';

/** A search term as a pattern of LIKE; its characters stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Some clients ask for everything with limit=0. */
export const allAtZero = ({ offset, limit }: Window): Window => ({
  offset,
  limit: limit === 0 ? Number.MAX_SAFE_INTEGER : limit,
});

/** The same window as links name it, once the number of items is known. */
export const shownWindow = ({ offset, limit }: Window, total: number): Window => ({
  offset,
  limit: limit === 0 ? Math.max(1, total) : limit,
});

export const byId = <Row extends { readonly id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** The values of one column. */
export const listOf = <Row, Column extends keyof Row>(rows: readonly Row[], column: Column): Row[Column][] =>
  rows.map((row) => row[column]);
