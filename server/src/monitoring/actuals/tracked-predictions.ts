import type { PredictionRecord } from '#deployments';
import type { Watched } from '../ingest/monitored-models.ts';
import type { SeenRows } from '../predictions/recorded-rows.ts';
import { madeAt, type TrackedRow } from './actuals.tables.ts';

/** A prediction that waits for what really happens. */
export interface Tracked {
  readonly row: TrackedRow;
  readonly watched: Watched;
}

/** Gathers the predictions of a segment that have an association id; of an id the latest counts. */
export class TrackedRows {
  readonly byKey = new Map<string, Tracked>();

  take(
    record: PredictionRecord,
    watched: Watched,
    { ids, dates }: Pick<SeenRows, 'ids' | 'dates'>,
    segmentsOf: (row: number) => string[],
    isGone: (time: number) => boolean = () => false,
  ): void {
    const { answer, deploymentId, packageId } = record;
    if (answer === undefined || ids.length === 0) return;
    const { width, values, forecasts } = answer;
    for (const [number, id] of ids.entries()) {
      const predicted = [...values.subarray(number * width, (number + 1) * width)];
      if (id === null || predicted.length < width || !predicted.every(Number.isFinite)) continue;
      const distance = forecasts?.distances[number] ?? 0;
      const key = JSON.stringify([deploymentId, packageId, distance, id]);
      const known = this.byKey.get(key);
      if (known !== undefined && madeAt(known.row) > record.at) continue;
      const date = dates?.answered[number] ?? Number.NaN;
      const isDated = !Number.isNaN(date);
      if (isGone(isDated ? date : record.at)) continue;
      const row: TrackedRow = {
        deployment_id: deploymentId,
        association_id: id,
        package_id: packageId,
        distance,
        organization_id: record.organizationId,
        model_id: record.modelId,
        batch_id: record.batchId ?? '',
        predicted_at: new Date(isDated ? date : record.at),
        noted_at: isDated ? new Date(record.at) : null,
        predicted,
        decided: decidedOf(watched, predicted),
        segments: segmentsOf(number),
      };
      this.byKey.set(key, { row, watched });
    }
  }
}

/** The number of the class that was answered; null where there are no classes. */
function decidedOf({ deployment, model }: Watched, predicted: readonly number[]): number | null {
  const { type, classes } = model.target;
  if (type === 'Binary') {
    const threshold = deployment.prediction_threshold ?? model.prediction_threshold;
    return Number((predicted[0] as number) >= threshold);
  }
  if (type !== 'Multiclass' || predicted.length !== classes.length) return null;
  return predicted.indexOf(Math.max(...predicted));
}
