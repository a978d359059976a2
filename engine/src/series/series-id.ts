/** Stands between the values of a composite series ID. */
const SEPARATOR = ' | ';

/**
 * One series ID from the values of its ID columns. One column: the value as it is. Several: the values joined by ` | `,
 * with `\` before every `|` and `\` inside a value, so that different values never make the same ID.
 */
export function joinSeriesId(values: readonly string[]): string {
  if (values.length === 1) return values[0] as string;
  return values.map(escaped).join(SEPARATOR);
}

const escaped = (value: string): string =>
  value.includes('|') || value.includes('\\') ? value.replace(/[\\|]/g, '\\$&') : value;

/** The values of the ID columns of a series, in their order; the inverse of `joinSeriesId`. What is not one column's is split wherever it was joined. */
export function splitSeriesId(id: string, columns: number): string[] {
  if (columns <= 1) return columns === 1 ? [id] : [];
  const values: string[] = [];
  let value = '';
  for (let at = 0; at < id.length; at++) {
    const sign = id[at] as string;
    if (sign === '\\') value += id[++at] ?? '';
    else if (sign === '|') {
      values.push(value.slice(0, -1));
      value = '';
      at++;
    } else value += sign;
  }
  values.push(value);
  return values;
}
