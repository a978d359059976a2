/**
 * The ID of a series as the API writes it: one value as it is, several joined by ` | ` with `\` before every `|` and `\`
 * inside a value.
 */
export const seriesIdOf = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? '') : values.map((value) => value.replace(/[\\|]/g, '\\$&')).join(' | ');
