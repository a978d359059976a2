import type {
  DeploymentRow,
  ManifestTarget,
  ModelPackageRow,
  PredictionRecord,
  RecordedAnswer,
  RecordedRows,
} from '#deployments';
import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import { stringifyJson } from '#platform/json.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';

type Cell = string | number | bigint | boolean | null;
type Predictions = readonly (number | string | readonly number[])[];

export interface ReportedRows {
  readonly features: readonly { readonly name: string; readonly values: readonly Cell[] }[];
  readonly associationIds: readonly string[] | null;
}

const wrong = (place: string, why: string): never => refuse(MonitoringProblems.wrongReport, place, why);

/** A record of a prediction that was made elsewhere, without rows. */
export const reportedRecord = (
  { id, organization_id }: Pick<DeploymentRow, 'id' | 'organization_id'>,
  model: Pick<ModelPackageRow, 'id' | 'model_id'>,
  { userId, username }: Pick<Actor, 'userId' | 'username'>,
  { address, at }: { readonly address: string; readonly at: number },
): PredictionRecord => ({
  ...{ organizationId: organization_id, deploymentId: id, packageId: model.id, modelId: model.model_id, at },
  ...{ source: 'reported', status: 200, rows: 0, executionMs: 0, responseMs: 0, cacheHit: false },
  consumer: { userId, name: username, address, host: 'reported' },
});

/** Columns as the rows they are of. Association ids become a column of the name the deployment knows them by. */
export function rowsOfReport(
  place: string,
  { features, associationIds }: ReportedRows,
  rows: number,
  associationColumn: string | null,
): RecordedRows | undefined {
  const columns = [...features];
  if (
    associationIds !== null &&
    associationColumn !== null &&
    !columns.some(({ name }) => name === associationColumn)
  ) {
    columns.push({ name: associationColumn, values: associationIds });
  }
  const uneven = columns.find(({ values }) => values.length !== rows);
  if (uneven) {
    wrong(`${place}.features`, `"${uneven.name}" has ${uneven.values.length} values, the report has ${rows} rows`);
  }
  if (columns.length === 0 || rows === 0) return undefined;
  const table = Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values[row] ?? null])),
  );
  return { format: 'json', bytes: new TextEncoder().encode(stringifyJson(table)) };
}

/** Predictions as they are recorded: of two classes the chance of the positive one, of several one number a class. */
export function answerOfReport(
  place: string,
  predictions: Predictions,
  classNames: readonly string[] | null,
  target: ManifestTarget,
): RecordedAnswer {
  const names = classNames ?? target.classes;
  const width = target.type === 'Multiclass' ? target.classes.length : 1;
  const values = new Float64Array(predictions.length * width);
  const places = new Map(names.map((name, at) => [name, at]));
  for (const [row, prediction] of predictions.entries()) {
    values.set(numbersOf(`${place}.predictions.${row}`, prediction, places, target, width), row * width);
  }
  return { width, values };
}

function numbersOf(
  at: string,
  prediction: Predictions[number],
  places: ReadonlyMap<string, number>,
  target: ManifestTarget,
  width: number,
): readonly number[] {
  if (typeof prediction === 'string') return wrong(at, 'a text cannot be watched; report numbers');
  if (typeof prediction === 'number') {
    return width === 1 ? [prediction] : wrong(at, `a model of ${width} classes answers with ${width} numbers a row`);
  }
  if (target.classes.length === 0) {
    return prediction.length === 1 ? prediction : wrong(at, 'a model of numbers answers with one number a row');
  }
  if (prediction.length !== places.size) {
    return wrong(at, `${prediction.length} numbers for ${places.size} classes (${[...places.keys()].join(', ')})`);
  }
  const wanted = width === 1 ? target.classes.slice(1, 2) : target.classes;
  return wanted.map((name) => {
    const found = prediction[places.get(name) ?? -1];
    return found ?? wrong(at, `the class "${name}" of the model is not among classNames`);
  });
}
