import type { ColumnType } from '../compiler/columns.ts';
import { dialects } from '../compiler/dialects/index.ts';
import { fill, quoteText } from '../compiler/quoting.ts';
import { readReplacement, writeReplacement } from '../compiler/regex-replacement.ts';
import { type AllowedFunction, functionNamed, PART_CALLS, ROUND_TO } from './functions.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';
import type { Scope, Written } from './scope.ts';
import type { Expression, FrameEdge, Window } from './tree.ts';
import { commonType, type Writing, writeExpression, writeRemainder, writeSort } from './write-expression.ts';

type Call = Extract<Expression, { kind: 'call' }>;

/** Writes a call in the spelling of the dialect. */
export function writeCall(call: Call, scope: Scope, writing: Writing): Written {
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
