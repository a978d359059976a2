import { type ColumnType, type Dialect, type DialectTable, isNumeric, isTemporal } from '../dialects/dialect.ts';
import { dialects } from '../dialects/index.ts';
import { fill, quoteText, readReplacement, unwritable, writeReplacement } from '../dialects/quoting.ts';
import { expressionMustFit, SandboxRefusal } from './bounds.ts';
import { type AllowedFunction, functionNamed, PART_CALLS, ROUND_TO } from './functions.ts';
import { type Scope, type Written, writeColumn } from './scope.ts';
import type { CastType, Expression, FrameEdge, Query, SortItem, Window } from './tree.ts';

export interface Writing {
  readonly dialect: DialectTable;
  readonly writtenIn: Dialect;
  /** Writes a query inside an expression, where there may be one. */
  readonly query?: (query: Query, scope: Scope) => Written;
}

/** Writes a tree as SQL of a dialect: every name and value anew, nothing of the text that was read. */
export const writeExpression = (tree: Expression, scope: Scope, writing: Writing): Written =>
  expressionMustFit(writeTree(tree, scope, writing));

function writeTree(tree: Expression, scope: Scope, writing: Writing): Written {
  const { dialect } = writing;
  const write = (part: Expression) => writeExpression(part, scope, writing);
  const sql = (part: Expression) => write(part).sql;
  const maybe = (not: boolean) => (not ? 'NOT ' : '');
  switch (tree.kind) {
    case 'number':
      return { sql: tree.text, type: /[.e]/i.test(tree.text) ? 'double' : 'integer' };
    case 'text':
      return { sql: writeText(tree.value, dialect), type: 'string' };
    case 'constant':
      return { sql: tree.value, type: tree.value === 'NULL' ? 'other' : 'boolean' };
    case 'moment':
      return { sql: `CAST(${writeText(tree.value, dialect)} AS ${dialect.types[tree.type]})`, type: tree.type };
    case 'interval':
      return { sql: writeInterval(tree.count, tree.unit, dialect), type: 'other' };
    case 'column':
      return writeColumn(dialect, scope, tree);
    case 'negate': {
      const of = asNumber(write(tree.of), dialect);
      return { sql: `(- ${of.sql})`, type: of.type };
    }
    case 'not':
      return { sql: `(NOT ${sql(tree.of)})`, type: 'boolean' };
    case 'binary':
      return writeBinary(tree.sign, write(tree.left), write(tree.right), writing);
    case 'is':
      return { sql: `(${sql(tree.of)} IS ${maybe(tree.not)}${tree.what})`, type: 'boolean' };
    case 'distinct':
      return { sql: `(${sql(tree.left)} IS ${maybe(tree.not)}DISTINCT FROM ${sql(tree.right)})`, type: 'boolean' };
    case 'between':
      return {
        sql: `(${sql(tree.of)} ${maybe(tree.not)}BETWEEN ${sql(tree.low)} AND ${sql(tree.high)})`,
        type: 'boolean',
      };
    case 'in': {
      const list = 'body' in tree.list ? inner(tree.list, scope, writing).sql : `(${tree.list.map(sql).join(', ')})`;
      return { sql: `(${sql(tree.of)} ${maybe(tree.not)}IN ${list})`, type: 'boolean' };
    }
    case 'like': {
      const fold = (part: string) => (tree.ignoreCase ? `LOWER(${part})` : part);
      const sides = [fold(sql(tree.of)), fold(sql(tree.pattern))];
      return { sql: `(${sides.join(` ${maybe(tree.not)}LIKE `)})`, type: 'boolean' };
    }
    case 'case':
      return writeCase(tree, write);
    case 'cast':
      return { sql: `CAST(${sql(tree.of)} AS ${typeName(tree.type, dialect)})`, type: typeOfCast(tree.type) };
    case 'extract': {
      const template = dialect.functions.extract ?? 'EXTRACT($1 FROM $2)';
      return { sql: fill(template, tree.part.toUpperCase(), sql(tree.of)), type: 'integer' };
    }
    case 'call':
      return writeCall(tree, scope, writing);
    case 'exists':
      return { sql: `EXISTS ${inner(tree.query, scope, writing).sql}`, type: 'boolean' };
    case 'query':
      return inner(tree.query, scope, writing);
  }
}

export function writeSort(items: readonly SortItem[], scope: Scope, writing: Writing): string {
  return items
    .map(({ of, descending, nulls = descending ? 'first' : 'last' }) => {
      const { sql, type } = writeExpression(of, scope, writing);
      const key = type === 'string' ? fill(writing.dialect.text, sql) : sql;
      return `${key} ${descending ? 'DESC' : 'ASC'} NULLS ${nulls.toUpperCase()}`;
    })
    .join(', ');
}

function inner(query: Query, scope: Scope, writing: Writing): Written {
  if (writing.query === undefined) throw new SandboxRefusal('A query inside an expression has no place here');
  return writing.query(query, scope);
}

function writeText(value: string, dialect: DialectTable): string {
  const reason = unwritable(value);
  if (reason !== undefined) throw new SandboxRefusal(`The text ${JSON.stringify(value)} cannot be used: ${reason}`);
  return quoteText(dialect, value);
}

/** Not every engine counts in quarters and weeks. */
function writeInterval(count: number, unit: string, dialect: DialectTable): string {
  if (unit === 'quarter') return writeInterval(count * 3, 'month', dialect);
  if (unit === 'week') return writeInterval(count * 7, 'day', dialect);
  return fill(dialect.interval, String(count), unit.toUpperCase());
}

/** NULL alone has no type, and an engine may not guess that a number is meant. */
function asNumber(part: Written, { types }: DialectTable): Written {
  return part.sql === 'NULL' ? { sql: `CAST(NULL AS ${types.double})`, type: 'double' } : part;
}

function writeBinary(sign: string, ...sides: [left: Written, right: Written, writing: Writing]): Written {
  const { dialect, writtenIn } = sides[2];
  const counting = ['+', '-', '*', '/', '%'].includes(sign);
  const [left, right] = counting ? [asNumber(sides[0], dialect), asNumber(sides[1], dialect)] : sides;
  const both = (test: (type: ColumnType) => boolean) => test(left.type) && test(right.type);
  if (sign === '/') {
    // PostgreSQL divides whole numbers without remainder; a recipe written for it means that.
    const whole = writtenIn === 'postgres' && both((type) => type === 'integer');
    const template = whole ? dialect.divideWhole : dialect.divide;
    return { sql: fill(template, left.sql, right.sql), type: whole ? 'integer' : 'double' };
  }
  if (sign === '%') return writeRemainder(left, right, dialect);
  const plain = `(${left.sql} ${sign} ${right.sql})`;
  if (sign === '||') return { sql: plain, type: 'string' };
  if (sign === '+' || sign === '-' || sign === '*') return { sql: plain, type: typeOfSum(sign, left.type, right.type) };
  const ordered = ['<', '<=', '>', '>='].includes(sign) && both((type) => type === 'string');
  return { sql: ordered ? `(${fill(dialect.text, left.sql)} ${sign} ${right.sql})` : plain, type: 'boolean' };
}

/** Some engines take remainders of whole numbers and decimals only. */
function writeRemainder(left: Written, right: Written, { functions }: DialectTable): Written {
  const whole = left.type === 'integer' && right.type === 'integer';
  const template = (whole ? undefined : functions.mod_double) ?? functions.mod ?? '($1 % NULLIF($2, 0))';
  return { sql: fill(template, left.sql, right.sql), type: whole ? 'integer' : 'double' };
}

function typeOfSum(sign: string, left: ColumnType, right: ColumnType): ColumnType {
  if (left === 'integer' && right === 'integer') return 'integer';
  if (isNumeric(left) && isNumeric(right)) return 'double';
  if (sign === '-' && left === 'date' && right === 'date') return 'integer';
  if (left === 'date' && right === 'integer') return 'date';
  if (isTemporal(left) && right === 'other') return 'timestamp';
  return 'other';
}

function writeCase(tree: Extract<Expression, { kind: 'case' }>, write: (part: Expression) => Written): Written {
  const branches = tree.branches.map(([when, then]) => ({ when: write(when).sql, result: write(then) }));
  const otherwise = tree.otherwise && write(tree.otherwise);
  const results = [...branches.map(({ result }) => result), ...(otherwise ? [otherwise] : [])];
  const parts = [
    ...(tree.of ? [write(tree.of).sql] : []),
    ...branches.map(({ when, result }) => `WHEN ${when} THEN ${result.sql}`),
    ...(otherwise ? [`ELSE ${otherwise.sql}`] : []),
  ];
  return { sql: `(CASE ${parts.join(' ')} END)`, type: commonType(results) };
}

/** The type of a value that is one of several: numbers widen, an unknown one (NULL) gives way. */
function commonType(parts: readonly Written[]): ColumnType {
  const types = parts.map(({ type }) => type).filter((type) => type !== 'other');
  if (types.length > 0 && types.every(isNumeric)) return types.includes('double') ? 'double' : 'integer';
  return types[0] ?? 'other';
}

function typeName(type: CastType, dialect: DialectTable): string {
  if (type.to === 'decimal') return fill(dialect.decimal, String(type.precision), String(type.scale));
  return dialect.types[type.to];
}

const typeOfCast = ({ to }: CastType): ColumnType => (to === 'decimal' ? 'double' : to);

type Call = Extract<Expression, { kind: 'call' }>;

/** Writes a call in the spelling of the dialect. */
function writeCall(call: Call, scope: Scope, writing: Writing): Written {
  const known = functionNamed(call.name);
  if (known === undefined) throw new SandboxRefusal(`The function ${call.name} may not be used in a recipe`, call.at);
  const { dialect } = writing;
  if (call.name === 'date_diff') return dateDifference(call, scope, writing);
  if (call.name === 'date_trunc') return dateTruncation(call, scope, writing);
  const parts = call.name === 'regexp_replace' ? withGroups(call.args, writing) : call.args;
  const args = parts.map((part) => writeExpression(part, scope, writing));
  const [first, second] = args;
  if (call.name === 'mod' && first && second) return writeRemainder(first, second, dialect);
  const type = resultType(known, args);
  const key = call.name === 'round' && args.length === 2 ? ROUND_TO : call.name;
  const template = dialect.functions[key] ?? functionNamed(key)?.template ?? known.template;
  const spelled = dialect.name === 'postgres' && call.name === 'median' && call.over !== undefined;
  if (spelled) throw new SandboxRefusal('PostgreSQL has no median over a window; use avg, or no OVER', call.at);
  const values = args.map((part) => (ordersText(call.name, part) ? fill(dialect.text, part.sql) : part.sql));
  if (call.name === 'regexp_extract' && values.length === 2) values.push('0');
  const inside = call.star ? '*' : values[0];
  const bare =
    known.kind === 'aggregate'
      ? fill(template.replace('$*', '$1'), `${call.distinct ? 'DISTINCT ' : ''}${inside ?? ''}`)
      : fill(template, ...values);
  const sql = call.over === undefined ? bare : `${bare} OVER ${writeWindow(call.over, scope, writing)}`;
  // Sums of whole numbers grow into types of their own in two engines; a recipe has one.
  const widened = call.name === 'sum' && type === 'integer' && ['duckdb', 'postgres'].includes(dialect.name);
  return { sql: widened ? `CAST(${sql} AS ${dialect.types.integer})` : sql, type };
}

const ordersText = (name: string, part: Written): boolean =>
  part.type === 'string' && ['min', 'max', 'greatest', 'least'].includes(name);

function resultType(known: AllowedFunction, args: readonly Written[]): ColumnType {
  if (['coalesce', 'greatest', 'least'].includes(known.name)) return commonType(args);
  if (known.name === 'if') return commonType(args.slice(1));
  if (known.gives === 'first') return args[0]?.type ?? 'other';
  if (known.gives === 'last') return args.at(-1)?.type ?? 'other';
  return known.gives;
}

/** Groups in a replacement are named `$1` in some languages and `\\1` in others. */
function withGroups(args: readonly Expression[], { dialect, writtenIn }: Writing): readonly Expression[] {
  const [text, pattern, replacement] = args;
  if (text === undefined || pattern === undefined || replacement?.kind !== 'text') return args;
  const read = readReplacement(replacement.value, dialects[writtenIn].regex.group);
  return [text, pattern, { kind: 'text', value: writeReplacement(read, dialect.regex.group) }];
}

type Unit = (typeof PART_CALLS)[number];

const unitNamed = (word: string): Unit | undefined => PART_CALLS.find((unit) => unit === word.toLowerCase());
const unitText = (part: Expression | undefined) => (part?.kind === 'text' ? unitNamed(part.value) : undefined);
/** Some languages write a unit as a bare word, which looks like a column. */
const unitWord = (part: Expression | undefined) =>
  part?.kind === 'column' && part.table === undefined ? unitNamed(part.name) : undefined;

/** `date_diff('day', from, to)`; BigQuery puts the unit last and turns the dates around, Spark may leave it out. */
function dateDifference(call: Call, scope: Scope, writing: Writing): Written {
  const [unit, from, to] = differenceOf(call, writing);
  if (unit === undefined || unit === 'week' || unit === 'quarter' || from === undefined || to === undefined)
    throw new SandboxRefusal("Write date_diff('day', from, to) with day, month, year, hour, minute or second", call.at);
  const template = writing.dialect.functions[`date_diff:${unit}`] ?? `DATE_DIFF('${unit}', $1, $2)`;
  const [start, end] = [from, to].map((part) => writeExpression(part, scope, writing).sql);
  return { sql: fill(template, start ?? '', end ?? ''), type: 'integer' };
}

function differenceOf({ args: [first, second, third] }: Call, { writtenIn }: Writing) {
  if (third === undefined) {
    const days = writtenIn === 'spark' || writtenIn === 'databricks' ? ('day' as const) : undefined;
    return [days, second, first] as const;
  }
  const named = unitText(first);
  if (named !== undefined) return [named, second, third] as const;
  if (writtenIn === 'bigquery') return [unitWord(third), second, first] as const;
  return [unitWord(first), second, third] as const;
}

function dateTruncation(call: Call, scope: Scope, writing: Writing): Written {
  const [first, second] = call.args;
  const last = writing.writtenIn === 'bigquery' && unitText(first) === undefined;
  const [unit, of] = last ? [unitWord(second), first] : [unitText(first), second];
  if (unit === undefined || of === undefined)
    throw new SandboxRefusal(`Write date_trunc('month', d) with one of ${PART_CALLS.join(', ')}`, call.at);
  const template = writing.dialect.functions.date_trunc ?? 'DATE_TRUNC($1, $2)';
  const word = writing.dialect.name === 'bigquery' ? unit.toUpperCase() : quoteText(writing.dialect, unit);
  return { sql: fill(template, word, writeExpression(of, scope, writing).sql), type: 'timestamp' };
}

function writeWindow({ partitionBy, orderBy, frame }: Window, scope: Scope, writing: Writing): string {
  const partition = partitionBy.map((part) => writeExpression(part, scope, writing).sql).join(', ');
  const parts = [
    ...(partition === '' ? [] : [`PARTITION BY ${partition}`]),
    ...(orderBy.length === 0 ? [] : [`ORDER BY ${writeSort(orderBy, scope, writing)}`]),
    ...(frame ? [`ROWS BETWEEN ${writeEdge(frame.from)} AND ${writeEdge(frame.to)}`] : []),
  ];
  return `(${parts.join(' ')})`;
}

function writeEdge({ rows, side }: FrameEdge): string {
  if (rows === 'current') return 'CURRENT ROW';
  return `${rows === 'unbounded' ? 'UNBOUNDED' : rows} ${side.toUpperCase()}`;
}
