import { type ColumnType, isNumeric, isTemporal } from '../compiler/columns.ts';
import type { Dialect, DialectTable } from '../compiler/dialects/dialect.ts';
import { fill, quoteText, unwritable } from '../compiler/quoting.ts';
import { expressionMustFit } from './bounds.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';
import { type Scope, type Written, writeColumn } from './scope.ts';
import type { CastType, Expression, Query, SortItem } from './tree.ts';
import { writeCall } from './write-call.ts';

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
  if (writing.query === undefined) throw new SandboxRefusal('A query inside an expression has no place here', 0);
  return writing.query(query, scope);
}

function writeText(value: string, dialect: DialectTable): string {
  const reason = unwritable(value);
  if (reason !== undefined) throw new SandboxRefusal(`The text ${JSON.stringify(value)} cannot be used: ${reason}`, 0);
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
export function writeRemainder(left: Written, right: Written, { functions }: DialectTable): Written {
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
export function commonType(parts: readonly Written[]): ColumnType {
  const types = parts.map(({ type }) => type).filter((type) => type !== 'other');
  if (types.length > 0 && types.every(isNumeric)) return types.includes('double') ? 'double' : 'integer';
  return types[0] ?? 'other';
}

function typeName(type: CastType, dialect: DialectTable): string {
  if (type.to === 'decimal') return fill(dialect.decimal, String(type.precision), String(type.scale));
  return dialect.types[type.to];
}

const typeOfCast = ({ to }: CastType): ColumnType => (to === 'decimal' ? 'double' : to);
