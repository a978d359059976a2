import type { Column } from '../compiler/columns.ts';
import { quoteName, unwritable } from '../compiler/quoting.ts';
import { columnsMustFit, mustFit } from './bounds.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';
import { findColumn, findRelation, type Relation, type Scope } from './scope.ts';
import type { Body, Query, Select, Source } from './tree.ts';
import { type Writing, writeExpression } from './write-expression.ts';
import { meantBy, writeOrder } from './write-order.ts';
import { mergeUsing, writeJoin, writeSource } from './write-source.ts';

export interface WrittenQuery {
  readonly sql: string;
  readonly columns: readonly Column[];
}

/** The tables a query may read: what people call them, what they are called in the SQL we write, and their columns. */
export interface Readable extends Relation {
  readonly name: string;
}

export interface Place {
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

export interface WrittenBody extends WrittenQuery {
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
      0,
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
      throw new SandboxRefusal(`Two tables are called ${relation.alias}: give one another name with AS`, 0);
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
  if (items.length === 0) throw new SandboxRefusal('SELECT * needs a FROM', 0);
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

export function mustBeName(name: string, at: number): void {
  const reason = name === '' ? 'it is empty' : unwritable(name);
  if (reason !== undefined) throw new SandboxRefusal(`${JSON.stringify(name)} cannot be a name: ${reason}`, at);
}
