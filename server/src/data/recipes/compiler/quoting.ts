import type { DialectTable, Template } from './dialects/dialect.ts';

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Why a name or value cannot stand in SQL at all, or nothing. Both reasons are properties of text, not of an engine. */
export function unwritable(text: string): string | undefined {
  if (text.includes('\u0000')) return 'it holds the character U+0000, which no database takes';
  if (LONE_SURROGATE.test(text)) return 'it holds half of a UTF-16 pair, which is no character';
  return undefined;
}

function mustBeWritable(text: string): void {
  const reason = unwritable(text);
  if (reason !== undefined) throw new RangeError(`${JSON.stringify(text)} cannot be written as SQL: ${reason}`);
}

/** A name as SQL. Whatever it holds, it is one name. */
export function quoteName(dialect: DialectTable, name: string): string {
  mustBeWritable(name);
  const { quote, escape: escaped } = dialect.names;
  // Where a backslash escapes the quote, it has to escape itself as well.
  const safe = escaped.startsWith('\\') ? name.replaceAll('\\', '\\\\') : name;
  return quote + safe.replaceAll(quote, escaped) + quote;
}

const backslashed: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A text value as SQL. Whatever it holds, it is one value. */
export function quoteText(dialect: DialectTable, value: string): string {
  mustBeWritable(value);
  if (dialect.strings === 'backslash') return `'${value.replace(/[\\'\n\r\t]/g, (sign) => backslashed[sign] ?? sign)}'`;
  const doubled = value.replaceAll("'", "''");
  // Means the same whatever `standard_conforming_strings` says on somebody's server.
  if (dialect.strings === 'doubled-with-e' && value.includes('\\')) return `E'${doubled.replaceAll('\\', '\\\\')}'`;
  return `'${doubled}'`;
}

/** Puts parts into the places of a template. One pass: what is inside a part is never looked at. */
export function fill(template: Template, ...parts: readonly string[]): string {
  return template.replace(/\$(\*|\d)/g, (_, place: string) =>
    place === '*' ? parts.join(', ') : (parts[Number(place) - 1] ?? ''),
  );
}
