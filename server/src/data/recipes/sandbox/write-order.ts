import { quoteName } from '../compiler/quoting.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';
import type { Expression, Query, Select } from './tree.ts';
import { writeSort } from './write-expression.ts';
import type { Place, WrittenBody } from './write-query.ts';

/**
 * A query with its order. What was made distinct or put together from several queries is sorted from outside, by its
 * result alone; any other query by what its columns are made of, so that text sorts the same in every engine.
 */
export function writeOrder({ orderBy }: Query, body: WrittenBody, place: Place): string {
  if (orderBy.length === 0) return body.sql;
  const { sources, items } = body;
  if (sources === undefined || items === undefined) {
    const scope = { relations: [{ alias: 'whole', columns: body.columns }], qualified: false };
    const keys = orderBy.map((item) => ({ ...item, of: byNumber(item.of, body) }));
    const whole = quoteName(place.writing.dialect, 'whole');
    return `SELECT *\nFROM (\n${body.sql}\n) AS ${whole}\nORDER BY ${writeSort(keys, scope, place.writing)}`;
  }
  const scope = { relations: sources, qualified: true, ...(place.outer && { outer: place.outer }) };
  const keys = orderBy.map((item) => ({ ...item, of: meantBy(item.of, items) }));
  return `${body.sql}\nORDER BY ${writeSort(keys, scope, place.writing)}`;
}

function byNumber(of: Expression, body: WrittenBody): Expression {
  if (of.kind !== 'number') return of;
  const column = body.columns[Number(of.text) - 1];
  if (column === undefined)
    throw new SandboxRefusal(`ORDER BY ${of.text}: the result has ${body.columns.length} columns`, 0);
  return { kind: 'column', name: column.name, at: 0 };
}

/** `2` and the name of a result column stand for what that column is made of. */
export function meantBy(of: Expression, items: Select['items']): Expression {
  if (of.kind === 'number') {
    const item = items[Number(of.text) - 1];
    const before = items.slice(0, Number(of.text));
    if (item?.kind !== 'value' || before.some(({ kind }) => kind === 'star'))
      throw new SandboxRefusal(`The number ${of.text} does not name a column of SELECT: write the column itself`, 0);
    return item.of;
  }
  if (of.kind !== 'column' || of.table !== undefined) return of;
  const named = items.find((item) => item.kind === 'value' && item.alias?.toLowerCase() === of.name.toLowerCase());
  return named?.kind === 'value' ? named.of : of;
}
