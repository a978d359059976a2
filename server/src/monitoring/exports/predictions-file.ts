import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { duckdbOptionsFor, quoteText, withDuckdb } from '#data';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { compactRows } from '../predictions/compact.ts';
import { storedRowStore } from '../predictions/stored-rows.store.ts';
import {
  allColumns,
  FilesReplaced,
  IN_ORDER,
  materialiseFiles,
  type TableFile,
  tableSql,
} from '../predictions/table-files.ts';
import type { ExportRow } from './export.store.ts';
import { csvLine, type Exporting, type MakeFile, nameOf, periodOfExport, writeLines } from './exported-file.ts';

const MAX_ATTEMPTS = 5;

/** Beside what was sent and answered; the last two only where some row has them. */
const RESERVED = {
  made_at: 'DR_RESERVED_PREDICTION_TIMESTAMP',
  model_id: 'DR_RESERVED_MODEL_ID',
  batch_id: 'DR_RESERVED_BATCH_ID',
  association_id: 'DR_RESERVED_ASSOCIATION_ID',
} as const;

const VALUE = 'DR_RESERVED_PREDICTION_VALUE';

/**
 * The numbers that were answered, once more under the names that programs for metrics look for: by column as it is kept.
 * Of two classes those programs write a hyphen as an underscore.
 */
function valueNames({ name, classes }: Exporting['model']['target']): ReadonlyMap<string, string> {
  const target = name ?? 'ANOMALY_SCORE';
  if (classes.length === 0) return new Map([[name === null ? target : `${target}_PREDICTION`, VALUE]]);
  const spelled = (label: string) => (classes.length === 2 ? label.replaceAll('-', '_') : label);
  return new Map(classes.map((label) => [`${target}_${label}_PREDICTION`, `${VALUE}_${spelled(label)}`]));
}

function whereOf({ model_id, batch_ids, ...row }: ExportRow): string {
  const { start, end } = periodOfExport(row as ExportRow);
  const time = (date: Date) => `epoch_ms(${date.getTime()}::BIGINT)`;
  const batches = batch_ids === null ? '' : ` AND batch_id IN (${batch_ids.map(quoteText).join(', ')})`;
  const model = `model_id = ${quoteText(model_id)}`;
  return `made_at >= ${time(start)} AND made_at < ${time(end)} AND ${model}${batches}`;
}

function nothing({ row }: Exporting): never {
  const { start, end } = periodOfExport(row);
  const [from, to] = [start.toISOString(), end.toISOString()];
  return refuse(MonitoringProblems.nothingToExport, 'stored rows', row.model_id, from, to);
}

/** The kept files of the period, as they are at one moment: others may fold on while these are read. */
async function filesOf(platform: Platform, exporting: Exporting): Promise<TableFile[]> {
  const { row, deployment, folder, run } = exporting;
  const place = { organizationId: row.organization_id, deploymentId: deployment.id };
  const store = storedRowStore(platform.db.queries, place.organizationId);
  for (let lost = 0; ; ) {
    await compactRows(platform, place, run.signal);
    const kept = await store.within(deployment.id, periodOfExport(row));
    if (kept.length === 0) return nothing(exporting);
    try {
      return await materialiseFiles(platform, kept, folder, run.signal);
    } catch (error) {
      if (!(error instanceof FilesReplaced) || ++lost > MAX_ATTEMPTS) throw error;
    }
  }
}

/** Rows that were predicted, from the files they are kept in. */
export const predictionsFile: MakeFile = async (platform, exporting) => {
  const { row, folder, run } = exporting;
  const { signal } = run;
  await run.progress(0.01, 'Gathering the rows');
  const files = await filesOf(platform, exporting);
  const columns = allColumns(files);
  const [body, path] = [join(folder, 'body.csv'), join(folder, 'predictions.csv')];
  const room = {
    ...duckdbOptionsFor(platform.config, columns.length + 5),
    files: [...files.map((file) => file.path), body],
    signal,
  };
  const reserved = await withDuckdb(room, async (session) => {
    const rows = `(${tableSql(files, columns)}) WHERE ${whereOf(row)}`;
    const [counted] = await session.rows(
      `SELECT count(*) AS rows, count(batch_id) AS batch_id, count(association_id) AS association_id FROM ${rows}`,
    );
    if (!counted?.rows) return nothing(exporting);
    const told = (['batch_id', 'association_id'] as const).filter((name) => counted[name]);
    const values = valueNames(exporting.model.target);
    const again = columns.flatMap(({ name }, place) => (values.has(name) ? [`c${place}`] : []));
    const cells = [...columns.map((_, place) => `c${place}`), ...again, `strftime(made_at, '%Y-%m-%dT%H:%M:%S.%gZ')`];
    const all = [...cells, 'model_id', ...told].join(', ');
    await session.run(`COPY (SELECT ${all} FROM ${rows} ${IN_ORDER}) TO ${quoteText(body)} (FORMAT csv, HEADER false)`);
    return [
      ...columns.flatMap(({ name }) => values.get(name) ?? []),
      ...(['made_at', 'model_id', ...told] as const).map((name) => RESERVED[name]),
    ];
  });
  const head = csvLine([...columns.map(({ name }) => name), ...reserved]);
  await writeLines(path, concatFiles(head, body), signal);
  return { path, fileName: 'predictions.csv', name: nameOf('Predictions', exporting) };
};

async function* concatFiles(head: string, body: string) {
  yield head;
  yield* createReadStream(body, 'utf8') as AsyncIterable<string>;
}
