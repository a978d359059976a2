import type { Actual } from '../../../api/monitoring.ts';

/** What was understood of a text, or why nothing was. */
type ReadActuals = { readonly actuals: readonly Actual[] } | { readonly problem: string };

const NEEDED = 'Needed: associationId and actualValue. Taken too: wasActedOn, timestamp.';

/** A JSON list (or `{"data": [...]}`), or CSV with a header line. */
export function readActuals(text: string): ReadActuals {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: `Nothing there. ${NEEDED}` };
  return trimmed.startsWith('[') || trimmed.startsWith('{') ? fromJson(trimmed) : fromCsv(trimmed);
}

function fromJson(text: string): ReadActuals {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `This is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const list = Array.isArray(value) ? value : (value as { data?: unknown }).data;
  if (!Array.isArray(list)) return { problem: `A list is needed. ${NEEDED}` };
  return checkActuals(list as readonly Partial<Actual>[]);
}

function fromCsv(text: string): ReadActuals {
  const [header = [], ...rows] = readCsv(text);
  const place = (name: string) => header.findIndex((one) => one.trim().toLowerCase() === name.toLowerCase());
  const [id, value, acted, time] = ['associationId', 'actualValue', 'wasActedOn', 'timestamp'].map(place);
  if (id === -1 || value === -1 || id === undefined || value === undefined) {
    return { problem: `The first line names ${header.join(', ') || 'nothing'}. ${NEEDED}` };
  }
  const told = (row: readonly string[], at: number | undefined) => (at === undefined || at < 0 ? '' : (row[at] ?? ''));
  return checkActuals(
    rows.map((row) => ({
      associationId: told(row, id),
      actualValue: numberOr(told(row, value)),
      ...(told(row, acted) === '' ? {} : { wasActedOn: /^(true|1|yes)$/i.test(told(row, acted)) }),
      ...(told(row, time) === '' ? {} : { timestamp: told(row, time) }),
    })),
  );
}

const numberOr = (text: string): string | number =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

function checkActuals(list: readonly Partial<Actual>[]): ReadActuals {
  const wrong = list.findIndex(
    ({ associationId, actualValue }) => !associationId || actualValue === undefined || actualValue === '',
  );
  if (wrong >= 0) return { problem: `Row ${wrong + 1} lacks its id or its value. ${NEEDED}` };
  return list.length === 0 ? { problem: `No rows. ${NEEDED}` } : { actuals: list as readonly Actual[] };
}

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
