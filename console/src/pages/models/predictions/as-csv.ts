const quote = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Flat rows as CSV; lists inside a row are left out. */
export function asCsv(rows: readonly object[]): string {
  const flat = (row: object) => Object.entries(row).filter(([, value]) => !Array.isArray(value));
  const columns = [...new Set(rows.flatMap((row) => flat(row).map(([name]) => name)))];
  const lines = rows.map((row) => columns.map((name) => quote((row as Record<string, unknown>)[name])).join(','));
  return [columns.map(quote).join(','), ...lines, ''].join('\n');
}
