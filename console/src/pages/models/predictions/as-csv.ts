const quoted = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Flat rows as CSV; lists inside a row are left out. */
export function asCsv(rows: readonly object[]): string {
  const names = [
    ...new Set(rows.flatMap((row) => Object.entries(row).filter(([, value]) => !Array.isArray(value)))),
  ].map(([name]) => name);
  const columns = [...new Set(names)];
  const lines = rows.map((row) => columns.map((name) => quoted((row as Record<string, unknown>)[name])).join(','));
  return [columns.map(quoted).join(','), ...lines, ''].join('\n');
}
