import type { Column } from '../compiler/columns.ts';
import { quoteName, unwritable } from '../compiler/quoting.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';
import { findColumn, findRelation, type Relation, type Scope } from './scope.ts';
import type { Body, Query, Select, Source } from './tree.ts';
import { type Writing, writeExpression, writeSort } from './write-expression.ts';
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
  for (const { name, query: part, at } of query.with) {
    mustBeName(name, at);
    const inner = writeQuery(part, known, writing, outer);
    // A name of its own: the text people chose may be the name of a real table.
    const own = quoteName(writing.dialect, `with_${name}`);
    parts.push(`${own} AS (\n${inner.sql}\n)`);
    known = [{ alias: name, name: own, columns: inner.columns }, ...known];
  }
  const inside = (part: Query, scope: Scope) => {
    const written = writeQuery(part, known, writing, scope);
    return { sql: `(\n${written.sql}\n)`, type: written.columns[0]?.type ?? ('other' as const) };
  };
  const place: Place = { writing: { ...writing, query: inside }, tables: known, ...(outer && { outer }) };
  const body = writeBody(query.body, place);
  const result = { relations: [...(body.sources ?? []), ...outputs(body)], qualified: false };
  const sorted = query.orderBy.length > 0 ? `\nORDER BY ${sortKeys(query, body, result, place)}` : '';
  const limit = query.limit === undefined ? '' : `\nLIMIT ${query.limit}`;
  const offset = query.offset === undefined ? '' : `\nOFFSET ${query.offset}`;
  const head = parts.length > 0 ? `WITH\n${parts.join(',\n')}\n` : '';
  return { sql: `${head}${body.sql}${sorted}${limit}${offset}`, columns: body.columns };
}

interface WrittenBody extends WrittenQuery {
  readonly sources?: readonly Relation[];
}

const outputs = (body: WrittenBody): readonly Relation[] => [{ alias: '', columns: body.columns }];

/** A result column by its name or number; anything else by the tables the query reads. */
function sortKeys(query: Query, body: WrittenBody, result: Scope, place: Place): string {
  return query.orderBy
    .map((item) => {
      const own = item.of.kind === 'column' && item.of.table === undefined && findColumn(body.columns, item.of.name);
      const scope: Scope =
        own || body.sources === undefined
          ? { relations: outputs(body), qualified: false }
          : { relations: body.sources, qualified: true, ...(place.outer && { outer: place.outer }) };
      return writeSort([item], item.of.kind === 'number' ? result : scope, place.writing);
    })
    .join(', ');
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
  const items = select.items.flatMap((item, i): { sql: string; column: Column }[] => {
    if (item.kind === 'star') return star(item, relations, scope(), dialect);
    const { sql, type } = write(item.of);
    const name = item.alias ?? (item.of.kind === 'column' ? columnName(item.of.name, scope()) : `column_${i + 1}`);
    mustBeName(name, item.at);
    return [{ sql: `${sql} AS ${quoteName(dialect, name)}`, column: { name, type } }];
  });
  if (items.length === 0) throw new SandboxRefusal('SELECT * needs a FROM', 0);
  const groups = select.groupBy.map((part) => groupKey(part, select, write));
  const sql = [
    `SELECT ${select.distinct ? 'DISTINCT ' : ''}${items.map((item) => item.sql).join(', ')}`,
    ...from,
    ...(select.where ? [`WHERE ${write(select.where).sql}`] : []),
    ...(groups.length > 0 ? [`GROUP BY ${groups.join(', ')}`] : []),
    ...(select.having ? [`HAVING ${write(select.having).sql}`] : []),
  ].join('\n');
  const sources = select.distinct || groups.length > 0 ? {} : { sources: relations };
  return { sql, columns: items.map(({ column }) => column), ...sources };
}

type Write = (part: Parameters<typeof writeExpression>[0]) => { readonly sql: string };

/** `GROUP BY 2` and `GROUP BY name` mean a result column; it is grouped by what that column is made of. */
function groupKey(part: Select['groupBy'][number], select: Select, write: Write): string {
  const values = select.items.filter((item) => item.kind === 'value');
  const meant =
    part.kind === 'number'
      ? select.items[Number(part.text) - 1]
      : part.kind === 'column' && part.table === undefined
        ? values.find((item) => item.alias?.toLowerCase() === part.name.toLowerCase())
        : undefined;
  if (part.kind === 'number' && meant?.kind !== 'value')
    throw new SandboxRefusal(`GROUP BY ${part.text}: there is no such column in SELECT`, 0);
  return write(meant?.kind === 'value' ? meant.of : part).sql;
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
