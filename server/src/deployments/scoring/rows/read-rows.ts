import type { RecordedRows } from '../../recording/prediction-record.ts';
import { readCsv, USUAL_CSV } from './read-csv.ts';
import { readJson } from './read-json.ts';
import type { SentRows, Wanted } from './sent-rows.ts';

/** The rows of a request once more, as the Prediction API read them. */
export function readRecordedRows({ format, delimiter, bytes }: RecordedRows, wanted: Wanted): SentRows {
  if (format === 'json') return readJson(bytes, wanted);
  return readCsv(bytes, wanted, { ...USUAL_CSV, ...(delimiter && { delimiter: delimiter.charCodeAt(0) }) });
}
