/** Rows of cells; quoted cells may hold commas, quotes and line ends. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g;
  let last = ',';
  for (const [whole, content = '', end = ''] of text.matchAll(cell)) {
    if (whole === '' && last !== ',') break;
    rows.at(-1)?.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    last = end;
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.some((one) => one !== ''));
}
