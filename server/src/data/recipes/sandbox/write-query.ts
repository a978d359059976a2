import type { Column } from '../dialects/dialect.ts';
import { nearNames, quoteName, unwritable } from '../dialects/quoting.ts';
import { columnsMustFit, mustFit, SandboxRefusal } from './bounds.ts';
import { findColumn, findRelation, type Relation, type Scope } from './scope.ts';
import type { Body, Expression, Join, Query, Select, Source } from './tree.ts';
import { type Writing, writeExpression, writeSort } from './write-expression.ts';

export interface WrittenQuery {
  readonly sql: string;
  readonly columns: readonly Column[];
}

/** The tables a query may read: what people call them, what they are called in the SQL we write, and their columns. */
export interface Readable extends Relation {
  readonly name: string;
}

interface Place {
  readonly writing: Writing;
  readonly tables: readonly Readable[];
  readonly outer?: Scope;
}

/** Writes a query anew. Tables that are neither inputs nor named in WITH do not exist. */
export function writeQuery(query: Query, tables: readonly Readable[], writing: Writing, outer?: Scope): WrittenQuery {
  let known = tables;
  const parts: string[] = [];
  let written = 0;
  for (const { name, query: part, at } of query.with) {
    mustBeName(name, at);
    const inner = writeQuery(part, known, writing, outer);
    // A name of its own: the text people chose may be the name of a real table.
    const own = quoteName(writing.dialect, `with_${name}`);
    parts.push(`${own} AS (\n${inner.sql}\n)`);
    written += inner.sql.length;
    mustFit(written);
    known = [{ alias: name, name: own, columns: inner.columns }, ...known];
  }
  const inside = (part: Query, scope: Scope) => {
    const written = writeQuery(part, known, writing, scope);
    return { sql: `(\n${written.sql}\n)`, type: written.columns[0]?.type ?? ('other' as const) };
  };
  const place: Place = { writing: { ...writing, query: inside }, tables: known, ...(outer && { outer }) };
  const body = writeBody(query.body, place);
  const ordered = writeOrder(query, body, place);
  const limit = query.limit === undefined ? '' : `\nLIMIT ${query.limit}`;
  const offset = query.offset === undefined ? '' : `\nOFFSET ${query.offset}`;
  const head = parts.length > 0 ? `WITH\n${parts.join(',\n')}\n` : '';
  const whole = `${head}${ordered}${limit}${offset}`;
  mustFit(whole.length);
  return { sql: whole, columns: body.columns };
}

interface WrittenBody extends WrittenQuery {
  /** The tables of a query whose rows can be sorted by more than its result. */
  readonly sources?: readonly Relation[];
  readonly items?: Select['items'];
}

function writeBody(body: Body, place: Place): WrittenBody {
  if (body.kind === 'select') return writeSelect(body, place);
  const left = writeBody(body.left, place);
  const right = writeBody(body.right, place);
  if (left.columns.length !== right.columns.length)
    throw new SandboxRefusal(
      `${body.sign} joins queries of ${left.columns.length} and ${right.columns.length} columns`,
    );
  return { sql: `(\n${left.sql}\n)\n${signOf(body.sign, place)}\n(\n${right.sql}\n)`, columns: left.columns };
}

/** BigQuery wants it said that doubles vanish. */
function signOf(sign: string, { writing }: Place): string {
  return writing.dialect.name === 'bigquery' && sign !== 'UNION ALL' ? `${sign} DISTINCT` : sign;
}

function writeSelect(select: Select, place: Place): WrittenBody {
  const { writing } = place;
  const { dialect } = writing;
  const relations: Relation[] = [];
  const from: string[] = [];
  const scope = (): Scope => ({ relations, qualified: true, ...(place.outer && { outer: place.outer }) });
  const add = (source: Source): string => {
    const { sql, relation } = writeSource(source, place);
    if (relations.some(({ alias }) => alias.toLowerCase() === relation.alias.toLowerCase()))
      throw new SandboxRefusal(`Two tables are called ${relation.alias}: give one another name with AS`);
    relations.push(relation);
    return `${sql} AS ${quoteName(dialect, relation.alias)}`;
  };
  if (select.from) from.push(`FROM ${add(select.from)}`);
  for (const join of select.joins) {
    from.push(writeJoin(join, add(join.source), relations, scope(), writing));
    mergeUsing(join, relations);
  }
  const write = (part: Parameters<typeof writeExpression>[0]) => writeExpression(part, scope(), writing);
  let size = 0;
  let count = 0;
  const items = select.items.flatMap((item, i): { sql: string; column: Column }[] => {
    if (item.kind === 'star') {
      const all = star(item, relations, scope(), dialect);
      count += all.length;
      columnsMustFit(count);
      return all;
    }
    const { sql, type } = write(item.of);
    size += sql.length;
    mustFit(size);
    const name = item.alias ?? (item.of.kind === 'column' ? columnName(item.of.name, scope()) : `column_${i + 1}`);
    mustBeName(name, item.at);
    return [{ sql: `${sql} AS ${quoteName(dialect, name)}`, column: { name, type } }];
  });
  if (items.length === 0) throw new SandboxRefusal('SELECT * needs a FROM');
  const groups = select.groupBy.map((part) => write(meantBy(part, select.items)).sql);
  const sql = [
    `SELECT ${select.distinct ? 'DISTINCT ' : ''}${items.map((item) => item.sql).join(', ')}`,
    ...from,
    ...(select.where ? [`WHERE ${write(select.where).sql}`] : []),
    ...(groups.length > 0 ? [`GROUP BY ${groups.join(', ')}`] : []),
    ...(select.having ? [`HAVING ${write(select.having).sql}`] : []),
  ].join('\n');
  const sources = select.distinct ? {} : { sources: relations, items: select.items };
  return { sql, columns: items.map(({ column }) => column), ...sources };
}

function star(
  item: { readonly table?: string; readonly at: number },
  relations: readonly Relation[],
  scope: Scope,
  dialect: Writing['dialect'],
) {
  const chosen =
    item.table === undefined ? relations : [findRelation(scope, item.table)].filter((one) => one !== undefined);
  if (item.table !== undefined && chosen.length === 0)
    throw new SandboxRefusal(`There is no table ${item.table} here`, item.at);
  return chosen.flatMap(({ alias, columns }) =>
    columns.map((column) => {
      const name = quoteName(dialect, column.name);
      return { sql: `${quoteName(dialect, alias)}.${name} AS ${name}`, column };
    }),
  );
}

function columnName(name: string, scope: Scope): string {
  return scope.relations.map(({ columns }) => findColumn(columns, name)).find((one) => one !== undefined)?.name ?? name;
}

function mustBeName(name: string, at: number): void {
  const reason = name === '' ? 'it is empty' : unwritable(name);
  if (reason !== undefined) throw new SandboxRefusal(`${JSON.stringify(name)} cannot be a name: ${reason}`, at);
}

/** A table or query after FROM or JOIN. */
function writeSource(source: Source, place: Place): { readonly sql: string; readonly relation: Relation } {
  if (source.kind === 'query') {
    mustBeName(source.alias, 0);
    const { sql, columns } = writeQuery(source.query, place.tables, place.writing, place.outer);
    return { sql: `(\n${sql}\n)`, relation: { alias: source.alias, columns } };
  }
  const table =
    place.tables.find(({ alias }) => alias === source.name) ??
    place.tables.find(({ alias }) => alias.toLowerCase() === source.name.toLowerCase());
  if (table === undefined) {
    const names = place.tables.map(({ alias }) => alias);
    const near = nearNames(source.name, names);
    const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${names.slice(0, 10).join(', ')}.`;
    throw new SandboxRefusal(`${JSON.stringify(source.name)} is not an input of this recipe. ${hint}`, source.at);
  }
  const alias = source.alias ?? table.alias;
  mustBeName(alias, source.at);
  return { sql: table.name, relation: { alias, columns: table.columns } };
}

function writeJoin(join: Join, right: string, relations: readonly Relation[], scope: Scope, writing: Writing): string {
  if (join.type === 'CROSS JOIN') return `CROSS JOIN ${right}`;
  if (join.on) return `${join.type} ${right} ON ${writeExpression(join.on, scope, writing).sql}`;
  if (join.type === 'RIGHT JOIN' || join.type === 'FULL JOIN')
    throw new SandboxRefusal(`Write ${join.type} with ON: whose column USING would mean is not plain`);
  const added = relations.at(-1);
  const tests = (join.using ?? []).map((name) => {
    const sides = [relations.slice(0, -1).findLast(({ columns }) => findColumn(columns, name)), added];
    return sides
      .map((side) => {
        const column = side && findColumn(side.columns, name);
        if (!side || !column) throw new SandboxRefusal(`USING (${name}): not every table has that column`);
        return `${quoteName(writing.dialect, side.alias)}.${quoteName(writing.dialect, column.name)}`;
      })
      .join(' = ');
  });
  return `${join.type} ${right} ON ${tests.join(' AND ')}`;
}

/** A column named by USING is one column afterwards: that of the left side. */
function mergeUsing(join: Join, relations: Relation[]): void {
  const added = relations.pop();
  if (added === undefined) return;
  const merged = (join.using ?? []).map((name) => findColumn(added.columns, name));
  relations.push({ ...added, columns: added.columns.filter((column) => !merged.includes(column)) });
}

/**
 * A query with its order. What was made distinct or put together from several queries is sorted from outside, by its
 * result alone; any other query by what its columns are made of, so that text sorts the same in every engine.
 */
function writeOrder({ orderBy }: Query, body: WrittenBody, place: Place): string {
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
    throw new SandboxRefusal(`ORDER BY ${of.text}: the result has ${body.columns.length} columns`);
  return { kind: 'column', name: column.name, at: 0 };
}

/** `2` and the name of a result column stand for what that column is made of. */
function meantBy(of: Expression, items: Select['items']): Expression {
  if (of.kind === 'number') {
    const item = items[Number(of.text) - 1];
    const before = items.slice(0, Number(of.text));
    if (item?.kind !== 'value' || before.some(({ kind }) => kind === 'star'))
      throw new SandboxRefusal(`The number ${of.text} does not name a column of SELECT: write the column itself`);
    return item.of;
  }
  if (of.kind !== 'column' || of.table !== undefined) return of;
  const named = items.find((item) => item.kind === 'value' && item.alias?.toLowerCase() === of.name.toLowerCase());
  return named?.kind === 'value' ? named.of : of;
}
