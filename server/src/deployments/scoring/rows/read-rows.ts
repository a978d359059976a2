import { parseJson } from '#platform/json.ts';
import type { RecordedRows } from '../../recording/prediction-record.ts';
import { toUtf8 } from './charset.ts';
import { byteOrderMark, type CsvDialect, DEFAULT_CSV, endAfterRows } from './csv-records.ts';
import { readCsv } from './read-csv.ts';
import { readJson } from './read-json.ts';
import type { SentRows, Wanted } from './sent-rows.ts';

/** Rows as they arrive: of a request, of a chunk of a batch, or of a record. */
export interface RowSource {
  readonly bytes: Uint8Array;
  readonly format: 'csv' | 'json';
  /** UTF-8 at null. */
  readonly charset: string | null;
  readonly dialect?: CsvDialect;
}

/**
 * Reads rows into typed columns; every prediction, batch and monitoring job reads rows with this function. Also returns
 * the rows in UTF-8. Throws `UnreadableRows` or `UnknownCharset`.
 */
export function readRows(
  { bytes: received, format, charset, dialect }: RowSource,
  wanted: Wanted,
): { readonly bytes: Uint8Array; readonly sent: SentRows } {
  const bytes = toUtf8(received, charset);
  return { bytes, sent: format === 'json' ? readJson(bytes, wanted) : readCsv(bytes, wanted, dialect) };
}

/** The rows of a recorded request, as the Prediction API read them. */
export function readRecordedRows({ format, delimiter, bytes }: RecordedRows, wanted: Wanted): SentRows {
  if (format === 'json') return readJson(bytes, wanted);
  return readCsv(bytes, wanted, { ...DEFAULT_CSV, ...(delimiter && { delimiter: delimiter.charCodeAt(0) }) });
}

/** How many rows a request holds; 0 where they cannot be read, which is refused when they are. */
export function countRows({ bytes, format, charset }: RowSource): number {
  try {
    if (format === 'json') {
      const rows = parseJson(bytes);
      return Array.isArray(rows) ? rows.length : 0;
    }
    const text = toUtf8(bytes, charset);
    const head = endAfterRows(text, byteOrderMark(text), 1);
    return endAfterRows(text, head.end, Number.POSITIVE_INFINITY).rows;
  } catch {
    return 0;
  }
}
