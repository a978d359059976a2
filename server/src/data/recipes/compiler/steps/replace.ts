import type { Column } from '../../dialects/dialect.ts';
import { fill, quoteName, quoteText, readReplacement, unwritable, writeReplacement } from '../../dialects/quoting.ts';
import type { ArgumentsOf } from '../../recipe.operations.ts';
import { type Compiled, requireColumn, type Step } from '../step.ts';
import { comparable } from '../values.ts';

type Replace = Step<ArgumentsOf<'replace'>>;

export function replace(step: Replace): Compiled {
  const column = requireColumn(step, step.arguments.origin, 'origin');
  for (const argument of ['searchFor', 'replacement'] as const) {
    const reason = unwritable(step.arguments[argument]);
    if (reason !== undefined) step.refuse(argument, `the text cannot be used: ${reason}.`);
  }
  const { sql, type } = replaceTyped(step, column) ?? replaceText(step, column);
  const list = step.table.columns.map(({ name }) => {
    const quoted = quoteName(step.dialect, name);
    return name === column.name ? `${sql} AS ${quoted}` : quoted;
  });
  const columns = step.table.columns.map((one) => (one.name === column.name ? { ...one, type } : one));
  return { sql: `SELECT ${list.join(', ')}\nFROM ${step.from}`, table: { ...step.table, columns } };
}

/** A number replaced by a number stays a number, and so for dates and booleans; only as a whole. */
function replaceTyped(step: Replace, column: Column): { sql: string; type: Column['type'] } | undefined {
  const { searchFor, replacement, matchMode } = step.arguments;
  if (matchMode !== 'exact' || column.type === 'string' || column.type === 'other') return undefined;
  const search = comparable(step.dialect, column, searchFor);
  const result = comparable(step.dialect, column, replacement);
  if ('wrong' in search || 'wrong' in result) return undefined;
  const type = column.type === 'integer' && /[.e]/i.test(replacement) ? 'double' : column.type;
  const name = quoteName(step.dialect, column.name);
  const as = (value: string) => `CAST(${value} AS ${step.dialect.types[type === 'timestamp' ? 'timestamp' : type]})`;
  return { sql: `CASE WHEN ${search.column} = ${search.value} THEN ${as(result.value)} ELSE ${as(name)} END`, type };
}

function replaceText(step: Replace, column: Column): { sql: string; type: Column['type'] } {
  const { dialect, refuse } = step;
  const { searchFor, replacement, matchMode, isCaseSensitive } = step.arguments;
  const name = quoteName(dialect, column.name);
  const text = column.type === 'string' ? name : `CAST(${name} AS ${dialect.types.string})`;
  const search = quoteText(dialect, searchFor);
  if (matchMode === 'exact') {
    const fold = (part: string) => (isCaseSensitive ? part : `LOWER(${part})`);
    const test = `${fold(text)} = ${fold(search)}`;
    return { sql: `CASE WHEN ${test} THEN ${quoteText(dialect, replacement)} ELSE ${text} END`, type: 'string' };
  }
  if (searchFor === '')
    return refuse(
      'searchFor',
      `there is nothing to look for. A ${matchMode} match needs a text; an exact one may be empty.`,
    );
  if (matchMode === 'partial' && (isCaseSensitive || isLostIgnoringCase(dialect, searchFor)))
    return { sql: `REPLACE(${text}, ${search}, ${quoteText(dialect, replacement)})`, type: 'string' };
  const pattern = matchMode === 'regex' ? checkedPattern(step) : searchFor.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const template = isCaseSensitive ? dialect.regex.replaceAll : dialect.regex.replaceAllIgnoringCase;
  const result = matchMode === 'regex' ? readReplacement(replacement, '$') : [replacement];
  const written = writeReplacement(result, dialect.regex.group);
  return { sql: fill(template, text, quoteText(dialect, pattern), quoteText(dialect, written)), type: 'string' };
}

/**
 * The expressions of PostgreSQL, ignoring case, match a letter's capital and small form. Of the few letters that have a third
 * one, as in ǅ, that form matches nothing, not even itself: such a text is found as it is written.
 */
const isLostIgnoringCase = ({ name }: Replace['dialect'], text: string): boolean =>
  name === 'postgres' && /\p{Lt}/u.test(text);

function checkedPattern(step: Replace): string {
  const { searchFor } = step.arguments;
  if (
    !step.dialect.regex.lookaround &&
    (/\(\?(=|!|<=|<!)/.test(searchFor) || /(^|[^\\])(\\\\)*\\[1-9]/.test(searchFor))
  )
    step.refuse(
      'searchFor',
      `${step.dialect.name} matches in linear time, without lookaround and back references. Write the pattern without them.`,
    );
  return searchFor;
}
