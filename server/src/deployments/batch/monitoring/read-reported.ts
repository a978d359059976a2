import type { ManifestColumn, ManifestTarget } from '../../model-manifest.ts';
import { columnLimit } from '../../scoring/answer-request.ts';
import { inUtf8 } from '../../scoring/rows/charset.ts';
import { type CsvDialect, readCsv } from '../../scoring/rows/read-csv.ts';
import { UnreadableRows } from '../../scoring/rows/sent-rows.ts';
import type { ScoredChunk } from '../thread/chunk-plan.ts';
import { RefusedRows } from '../work/scoring-threads.ts';
import type { MonitoringSpec } from './monitoring-spec.schema.ts';

const numeric = (name: string): ManifestColumn => ({
  name,
  kind: 'numeric',
  featureType: 'Numeric',
  dateFormat: null,
  needed: true,
  knownInAdvance: false,
  importance: null,
});

/** Columns that hold the predictions, in the order of the classes; of two classes the chance of the positive one. */
export function predictionColumns({ monitoringColumns }: MonitoringSpec, target: ManifestTarget): string[] | string {
  const { predictionsColumns } = monitoringColumns;
  if (typeof predictionsColumns === 'string') {
    return target.type === 'Multiclass'
      ? 'Several classes need a column each: [{className, columnName}, ...]'
      : [predictionsColumns];
  }
  const byClass = new Map(predictionsColumns?.map(({ className, columnName }) => [className, columnName]));
  const wanted = target.type === 'Binary' ? target.classes.slice(1) : target.classes;
  const missing = wanted.filter((label) => !byClass.has(label));
  if (wanted.length === 0) return 'The deployment predicts a number; name its one column';
  if (missing.length > 0)
    return `There is no column for the class ${missing.map((one) => JSON.stringify(one)).join(', ')}`;
  return wanted.map((label) => byClass.get(label) as string);
}

/** Predictions out of a file of rows: nothing is scored, and rows without a prediction are failed ones. */
export function readReported(
  sent: Uint8Array,
  columns: readonly string[],
  reading: {
    readonly charset: string;
    readonly dialect: CsvDialect;
    readonly reportDrift: boolean;
    readonly reportPredictions: boolean;
    readonly mostColumns: number;
  },
): ScoredChunk {
  const { reportDrift, reportPredictions } = reading;
  const began = performance.now();
  const { bytes, rows, found } = read(sent, columns, reading);
  const values = new Float64Array(rows * columns.length);
  let failed = 0;
  for (let row = 0; row < rows; row++) {
    let isWhole = true;
    found.forEach((numbers, k) => {
      const value = numbers[row] as number;
      values[row * columns.length + k] = value;
      isWhole &&= !Number.isNaN(value);
    });
    if (!isWhole) failed++;
  }
  const none = new Uint8Array(0);
  const seen = {
    bytes: reportDrift ? bytes : none,
    width: columns.length,
    values: reportPredictions ? values : new Float64Array(0),
    idPrefix: null,
    forecasts: null,
  };
  return {
    body: none,
    head: none,
    rows,
    scored: rows - failed,
    failed,
    skipped: 0,
    firstFailure:
      failed === 0 ? null : `There is no number in ${columns.map((one) => JSON.stringify(one)).join(' or ')}`,
    milliseconds: performance.now() - began,
    seen,
  };
}

function read(
  sent: Uint8Array,
  columns: readonly string[],
  {
    charset,
    dialect,
    mostColumns: most,
  }: Pick<Parameters<typeof readReported>[2], 'charset' | 'dialect' | 'mostColumns'>,
) {
  try {
    const bytes = inUtf8(sent, charset) as Uint8Array<ArrayBuffer>;
    const wanted = { columns: columns.map(numeric), kept: [], mostColumns: columnLimit(columns.length, most) };
    const { rows, frame, names } = readCsv(bytes, wanted, dialect);
    const there = new Set(names);
    const missing = columns.find((name) => !there.has(name));
    if (missing !== undefined)
      throw new RefusedRows(`The rows have no column ${JSON.stringify(missing)}, where predictions were to stand.`);
    const byName = new Map(frame.columns.map((column) => [column.name, column]));
    const found = columns.map((name) => {
      const column = byName.get(name);
      return column?.kind === 'numeric' ? column.values : new Float64Array(rows).fill(Number.NaN);
    });
    return { bytes, rows, found };
  } catch (error) {
    if (error instanceof UnreadableRows) throw new RefusedRows(error.message);
    throw error;
  }
}
