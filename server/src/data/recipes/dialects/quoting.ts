import type { DialectTable, Template } from './dialect.ts';

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
  // Means the same whatever `standard_conforming_strings` is on the server.
  if (dialect.strings === 'doubled-with-e' && value.includes('\\')) return `E'${doubled.replaceAll('\\', '\\\\')}'`;
  return `'${doubled}'`;
}

/** Puts parts into the places of a template. One pass: what is inside a part is never looked at. */
export function fill(template: Template, ...parts: readonly string[]): string {
  return template.replace(/\$(\*|\d)/g, (_, place: string) =>
    place === '*' ? parts.join(', ') : (parts[Number(place) - 1] ?? ''),
  );
}

const MOST_SUGGESTIONS = 3;
const MOST_COMPARED = 2000;

/** The names someone probably meant: close in spelling, or the same but for case and spaces. */
export function nearNames(wrong: string, names: readonly string[]): readonly string[] {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');
  const asked = plain(wrong).slice(0, 100);
  const allowed = Math.max(1, Math.floor(asked.length / 3));
  return names
    .slice(0, MOST_COMPARED)
    .map((name) => ({ name, far: distance(asked, plain(name).slice(0, 100)) }))
    .filter(({ far }) => far <= allowed)
    .sort((a, b) => a.far - b.far)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}

/** How many letters to add, remove, change, or swap with the next (Damerau). */
function distance(a: string, b: string): number {
  let earlier: number[] = [];
  let before = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (earlier[j - 2] ?? 0) + 1 : change;
      row.push(Math.min(change, swap, (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [earlier, before] = [before, row];
  }
  return before[b.length] ?? 0;
}

/** The sign before the number of a group: `$1` in Java's family, `\1` elsewhere. */
type GroupSign = '\\' | '$';

/** What a match is replaced by: texts, and numbers of groups. */
type Replacement = readonly (string | number)[];

/** Reads `a$1b` or `a\1b`. A doubled sign stands for itself. */
export function readReplacement(text: string, sign: GroupSign): Replacement {
  const places = sign === '$' ? /(\$\$|\$\d)/ : /(\\\\|\\\d)/;
  return text
    .split(places)
    .map((part, i) => (i % 2 === 0 ? part : part === sign + sign ? sign : Number(part.slice(1))))
    .filter((part) => part !== '');
}

/** Backslashes are special in every engine's replacement, and dollar signs where they name groups. */
export function writeReplacement(parts: Replacement, sign: GroupSign): string {
  const special = sign === '$' ? /[\\$]/g : /\\/g;
  return parts.map((part) => (typeof part === 'number' ? sign + part : part.replace(special, '\\$&'))).join('');
}
