import type { JobRun, Platform } from '#platform/context.ts';
import type { ManifestColumn, ManifestTarget } from '../../model-manifest.ts';
import { packageStore } from '../../registry/package.store.ts';
import type { CsvDialect } from '../../scoring/rows/csv-records.ts';
import { readRows } from '../../scoring/rows/read-rows.ts';
import { UnreadableRows } from '../../scoring/rows/sent-rows.ts';
import { columnLimit } from '../../scoring/score-request.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import { dialectOf, type ScoredChunk } from '../thread/chunk-plan.ts';
import { type BatchRun, chunkRecorder } from '../work/batch-run.ts';
import { RefusedRows } from '../work/chunk-threads.ts';
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
function readReported(
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
  const recorded = {
    bytes: reportDrift ? bytes : none,
    answer: { width: columns.length, values: reportPredictions ? values : new Float64Array(0) },
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
    recorded,
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
    const wanted = { columns: columns.map(numeric), kept: [], mostColumns: columnLimit(columns.length, most) };
    const { bytes, sent: read } = readRows({ bytes: sent, format: 'csv', charset, dialect }, wanted);
    const { rows, frame, names } = read;
    const there = new Set(names);
    const missing = columns.find((name) => !there.has(name));
    if (missing !== undefined)
      throw new RefusedRows(`The rows have no column ${JSON.stringify(missing)}, where predictions were to stand.`);
    const byName = new Map(frame.columns.map((column) => [column.name, column]));
    const found = columns.map((name) => {
      const column = byName.get(name);
      return column?.kind === 'numeric' ? column.values : new Float64Array(rows).fill(Number.NaN);
    });
    return { bytes: bytes as Uint8Array<ArrayBuffer>, rows, found };
  } catch (error) {
    if (error instanceof UnreadableRows) throw new RefusedRows(error.message);
    throw error;
  }
}

/** A run that scores nothing: it reads predictions made elsewhere and reports them to the deployment. */
export async function openReporting(platform: Platform, job: BatchJobRow, run: JobRun): Promise<BatchRun> {
  const { db } = platform;
  const spec = job.spec as MonitoringSpec;
  const version = await packageStore(db.queries).anyById(job.package_id);
  const columns = version === undefined ? 'its model is gone' : predictionColumns(spec, version.target);
  if (typeof columns === 'string') throw new Error(`Monitoring job ${job.id} cannot run: ${columns}.`);
  const { reportDrift, reportPredictions } = spec.monitoringColumns;
  const isFile = ['localFile', 'http', 's3'].includes(job.intake_type);
  const reading = {
    charset: isFile ? spec.csvSettings.encoding : 'utf-8',
    dialect: dialectOf(spec),
    reportDrift,
    reportPredictions,
    mostColumns: platform.config.predictionColumns,
  };
  const fresh = (await batchJobStore(db.queries).anyById(job.id)) ?? job;
  let noted = 0;
  return {
    job,
    spec: { ...spec, numConcurrent: 1, abortOnError: false, disableRowLevelErrorHandling: false },
    isSeries: false,
    threads: { score: async (bytes) => readReported(bytes, columns, reading), close: async () => undefined },
    async noteFailure(why) {
      if (why !== null && noted++ < 20) await batchJobStore(db.queries).log(job.id, `A row was not reported: ${why}`);
    },
    record: chunkRecorder(platform, fresh, run.actor, spec, 'reported'),
  };
}
