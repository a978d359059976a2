import type { Column, DialectTable } from '../dialects/dialect.ts';
import { quoteName, quoteText, unwritable } from '../dialects/quoting.ts';

/** A column and a value of its type, both as SQL, ready to be compared; or why they cannot be. */
export type Comparable = { readonly column: string; readonly value: string } | { readonly wrong: string };

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MOMENT = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:?\d\d)?$/;

/** A date or time people wrote as `2024-01-31`, `2024-01-31 12:00` or `2024-01-31T12:00:00Z`, without its zone. */
export function momentText(value: string): { readonly text: string; readonly type: 'date' | 'timestamp' } | undefined {
  const trimmed = value.trim();
  if (DATE.test(trimmed)) return isDay(trimmed) ? { text: trimmed, type: 'date' } : undefined;
  const [, day = '', time = '', zone] = MOMENT.exec(trimmed) ?? [];
  if (day === '' || !isDay(day) || Number.isNaN(Date.parse(trimmed))) return undefined;
  if (zone === undefined || zone === 'Z') return { text: `${day} ${time}`, type: 'timestamp' };
  return { text: new Date(trimmed).toISOString().replace('T', ' ').replace('Z', ''), type: 'timestamp' };
}

/** Not 31 February, which JavaScript takes for a day in March. */
function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** Writes a value beside a column, as the type of the column asks. Text that is no such value is refused here. */
export function comparable(dialect: DialectTable, column: Column, value: string | number | boolean): Comparable {
  const name = quoteName(dialect, column.name);
  const text = String(value);
  const reason = unwritable(text);
  if (reason !== undefined) return { wrong: `the value ${JSON.stringify(text)} cannot be used: ${reason}` };
  const wrong = (example: string) => ({
    wrong: `${JSON.stringify(column.name)} is ${column.type} and ${JSON.stringify(text)} is not. Write a value like ${example}.`,
  });
  switch (column.type) {
    case 'integer':
    case 'double':
      return NUMBER.test(text.trim()) ? { column: name, value: text.trim().replace(/^\+/, '') } : wrong('10 or 2.5');
    case 'boolean': {
      const truth = /^(true|1|t|yes)$/i.test(text) ? 'TRUE' : /^(false|0|f|no)$/i.test(text) ? 'FALSE' : undefined;
      return truth === undefined ? wrong('true or false') : { column: name, value: truth };
    }
    case 'date':
    case 'timestamp': {
      const moment = momentText(text);
      if (moment === undefined) return wrong('2024-01-31 or 2024-01-31 12:00:00');
      const { timestamp } = dialect.types;
      const value = `CAST(${quoteText(dialect, moment.text)} AS ${dialect.types[moment.type]})`;
      // A day beside a time means its first moment.
      if (moment.type === column.type) return { column: name, value };
      return { column: `CAST(${name} AS ${timestamp})`, value: `CAST(${value} AS ${timestamp})` };
    }
    case 'string':
      return { column: name, value: quoteText(dialect, text) };
    default:
      return { column: `CAST(${name} AS ${dialect.types.string})`, value: quoteText(dialect, text) };
  }
}
