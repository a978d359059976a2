import { join } from 'node:path';
import { refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { type ExportedActual, exportedActuals } from './export.store.ts';
import { csvLine, type Exporting, type MakeFile, nameOf, periodOfExport, writeLines } from './exported-file.ts';

const FACTS = [
  'association_id',
  'actual_value',
  'actual_timestamp',
  'was_acted_on',
  'prediction_timestamp',
  'model_id',
];

/**
 * The same facts under the names that programs for metrics look for. Of two classes the label is the positive one, and
 * the actual is 1 where it happened.
 */
const AGAIN = ['timestamp', 'actuals', 'predictions'];

/** What really happened, beside what was predicted. */
export const actualsFile: MakeFile = async (platform, exporting) => {
  const { row, model, folder, run } = exporting;
  const path = join(folder, 'actuals.csv');
  const period = periodOfExport(row);
  let written = 0;
  const scope = { row, period };
  async function* lines() {
    const columns = answerNames(exporting);
    yield csvLine([...FACTS, 'batch_id', ...columns, ...AGAIN, ...(isBinary(exporting) ? ['label'] : [])]);
    for await (const some of exportedActuals(platform.db.queries, scope)) {
      written += some.length;
      yield some.map((actual) => lineOf(actual, exporting)).join('');
    }
  }
  await run.progress(0.01, 'Gathering the rows');
  await writeLines(path, lines(), run.signal);
  if (written === 0) {
    const [start, end] = [period.start.toISOString(), period.end.toISOString()];
    refuse(MonitoringProblems.nothingToExport, 'actuals', model.model_id, start, end);
  }
  return { path, fileName: 'actuals.csv', name: nameOf('Actuals', exporting) };
};

const isBinary = ({ model }: Exporting) => model.target.classes.length === 2;
const isSeries = ({ model }: Exporting) => model.bundle?.plan.kind === 'series';

function answerNames(exporting: Exporting): string[] {
  const { name, classes } = exporting.model.target;
  const target = name ?? 'ANOMALY_SCORE';
  const chances = classes.map((label) => `${target}_${label}_PREDICTION`);
  return [...(isSeries(exporting) ? ['FORECAST_DISTANCE'] : []), ...chances, `${target}_PREDICTION`];
}

function actualCell({ value }: ExportedActual, classes: readonly string[]): string | number {
  if (classes.length === 2) return Number(value === classes[1]);
  return classes.length === 0 ? value : `['${value}']`;
}

function lineOf(actual: ExportedActual, exporting: Exporting): string {
  const { classes } = exporting.model.target;
  const [first] = actual.predicted ?? [];
  const all = actual.predicted?.length === 1 && first !== undefined ? [1 - first, first] : (actual.predicted ?? []);
  const said = classes.length === 0 ? first : classes[actual.decided ?? -1];
  return csvLine([
    ...[actual.association_id, actual.value, actual.happened_at?.toISOString(), actual.was_acted_on],
    ...[actual.predicted_at?.toISOString(), actual.model_id, actual.batch_id || null],
    ...(isSeries(exporting) ? [actual.distance] : []),
    ...classes.map((_, k) => all[k]),
    said,
    ...[(actual.predicted_at ?? actual.happened_at)?.toISOString(), actualCell(actual, classes)],
    isBinary(exporting) ? all[1] : said,
    ...(isBinary(exporting) ? [classes[1]] : []),
  ]);
}
