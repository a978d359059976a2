import type { ManifestTarget, ModelPackageRow } from '#deployments';
import type { Tx } from '#platform/db/database.ts';
import { aggregateKeys } from '../profiles/aggregate-key.rules.ts';
import type { ProfileKey } from '../profiles/profile.store.ts';
import { putSums, storedSums } from './accuracy.store.ts';
import { type AccuracySum, emptySum, mergeInto, readSum, type SumShape, writeSum } from './accuracy-sum.ts';
import { actualNumber } from './actual.rules.ts';
import type { StaleRow, TrackedRow } from './actuals.tables.ts';
import { shapeOf } from './target-metrics.ts';

interface Part {
  readonly key: ProfileKey;
  readonly of: Pick<TrackedRow, 'organization_id' | 'model_id'>;
  readonly shape: SumShape;
  readonly sum: AccuracySum;
  rows: number;
}

/** Ids hold no blank, and what comes last may hold anything: no two keys have one id. */
const idOf = (key: ProfileKey) =>
  `${key.deployment_id} ${key.package_id} ${key.batch_id} ${key.hour.getTime()} ${key.segment_attribute.length} ${key.segment_attribute}${key.segment_value}`;

/** Where a prediction counts besides its segments. */
export const keysOfRow = (row: TrackedRow): StaleRow[] =>
  aggregateKeys(row.predicted_at.getTime(), row.batch_id === '' ? null : row.batch_id).map(({ batchId, hour }) => ({
    deployment_id: row.deployment_id,
    package_id: row.package_id,
    organization_id: row.organization_id,
    batch_id: batchId,
    hour,
  }));

/** Sums that are being gathered, to be added to what is kept. */
export class AccuracyAggregates {
  readonly #parts = new Map<string, Part>();
  readonly #only: (place: StaleRow) => boolean;

  /** `only`: places that are gathered; all of them unless said otherwise. */
  constructor(only: (place: StaleRow) => boolean = () => true) {
    this.#only = only;
  }

  /** `isNew`: the prediction was not counted before. `actual`: what happened, if it has not been counted either. */
  add(row: TrackedRow, { target }: Pick<ModelPackageRow, 'target'>, actual: string | null, isNew: boolean): void {
    const shape = shapeOf(target);
    if (shape === null || !isAnswerOf(target, row)) return;
    const happened = actual === null ? null : actualNumber(target, actual);
    for (const place of keysOfRow(row).filter(this.#only)) {
      for (const [attribute, value] of [['', ''] as const, ...pairsOf(row.segments)]) {
        const part = this.#part(row, place, attribute, value, shape, target);
        if (isNew) part.rows += 1;
        if (happened !== null) shape.add(part.sum, { ...row, actual: happened });
      }
    }
  }

  #part(row: TrackedRow, place: StaleRow, attribute: string, value: string, shape: SumShape, target: ManifestTarget) {
    const { organization_id: _, ...whole } = place;
    const key: ProfileKey = { ...whole, segment_attribute: attribute, segment_value: value };
    const id = idOf(key);
    const part = this.#parts.get(id) ?? { key, of: row, shape, sum: emptySum(shape, target), rows: 0 };
    this.#parts.set(id, part);
    return part;
  }

  /** Whoever calls this holds the deployment. */
  async keep(tx: Tx): Promise<void> {
    const parts = [...this.#parts.values()];
    const keys = parts.map(({ key }) => key);
    const known = new Map((await storedSums(tx, keys)).map((row) => [idOf(row), row]));
    const rows = parts.map(({ key, of, shape, sum, rows: added }) => {
      const before = known.get(idOf(key));
      const merged = before === undefined ? sum : readSum(before.sums);
      if (before !== undefined) mergeInto(shape, merged, sum);
      return {
        ...key,
        organization_id: of.organization_id,
        model_id: of.model_id,
        rows: added + (before?.rows ?? 0),
        matched: merged.matched,
        sums: writeSum(merged),
      };
    });
    await putSums(tx, rows);
  }
}

const isAnswerOf = ({ type, classes }: ManifestTarget, { predicted }: TrackedRow): boolean =>
  predicted.length === (type === 'Multiclass' ? classes.length : 1);

const pairsOf = (segments: readonly string[]): [string, string][] =>
  segments.flatMap((attribute, at): [string, string][] => (at % 2 === 0 ? [[attribute, segments[at + 1] ?? '']] : []));

/** Places of one deployment, each once. */
export class StaleKeys {
  readonly #known = new Map<string, StaleRow>();

  add(places: readonly StaleRow[]): void {
    for (const place of places) this.#known.set(`${place.package_id} ${place.batch_id} ${place.hour.getTime()}`, place);
  }

  get all(): StaleRow[] {
    return [...this.#known.values()];
  }
}
