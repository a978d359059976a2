import { BinnedLook, type Divergence, divergence } from '@almanac/engine';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { answer } from '#platform/http/reply.ts';
import { stringifyJson } from '#platform/json.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { columnNamed, mergedColumns, placesIn, readProfiles, type StoredProfiles } from '../profiles/read-profiles.ts';
import { toBatchRef } from '../scope/batch.record.ts';
import { bucketsOf, periodOf, toPeriod } from '../scope/period.rules.ts';
import { splitByTime } from '../scope/statistics-parts.ts';
import { getScopeOrThrow, selectBatches } from '../scope/statistics-scope.ts';
import { type KnownReference, knownReference, LEAST_FOR_SCORE, rowsOf, scoreColumn } from './drift.rules.ts';
import type { DriftOverBatchQuery, DriftOverTimeQuery } from './drift.schema.ts';
import { requireFeatureDrift, type SelectedModel, selectModel } from './drift.ts';

/** A model of the past may be unknown, and then nothing is told; a feature the model does not know is a mistake. */
function requireFeatures(asked: SelectedModel | undefined, names: readonly string[]): void {
  if (asked === undefined) return;
  const unknown = names.filter((name) => columnNamed(asked.layout, name)?.role !== 'feature');
  // Of a model that answers elsewhere nothing is known before it reports.
  if (unknown.length > 0 && asked.model.bundle !== null) refuse(MonitoringProblems.unknownFeatures, unknown);
}

const impactsOf = (asked: SelectedModel | undefined): ReadonlyMap<string, number | null> =>
  new Map(asked?.model.bundle?.columns.map(({ name, importance }) => [name, importance]));

function scores(
  metric: Divergence,
  impacts: ReadonlyMap<string, number | null>,
  asked: SelectedModel | undefined,
  names: readonly string[],
  kept: StoredProfiles,
  rows: StoredProfiles['rows'],
) {
  const recent = mergedColumns(kept, rows, names);
  return names.map((featureName, at) => ({
    featureName,
    featureImpact: impacts.get(featureName) ?? null,
    ...scoreColumn(metric, asked && columnNamed(asked.layout, featureName), recent[at] ?? null),
  }));
}

export async function featureDriftOverTime(ctx: Ctx, deploymentId: string, query: z.output<typeof DriftOverTimeQuery>) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  requireFeatureDrift(scope);
  const period = periodOf(query, ctx.now());
  const split = splitByTime(bucketsOf(period, query.bucketSize));
  const asked = await selectModel(ctx, scope);
  requireFeatures(asked, query.featureNames);
  const kept = await readProfiles(ctx, { ...scope, modelIds: scope.modelIds.slice(0, 1), within: period });
  const impacts = impactsOf(asked);
  const told = (rows: StoredProfiles['rows']) => scores(query.metric, impacts, asked, query.featureNames, kept, rows);
  return {
    metric: query.metric,
    buckets: split(kept.rows).flatMap(({ label, rows }) => told(rows).map((score) => ({ ...label, ...score }))),
    summaries: told(kept.rows).map((score) => ({ period: toPeriod(period), ...score })),
    ...scope.segmentFields,
  };
}

export async function featureDriftOverBatch(
  ctx: Ctx,
  deploymentId: string,
  query: z.output<typeof DriftOverBatchQuery>,
) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  requireFeatureDrift(scope);
  const [batches, asked] = await Promise.all([selectBatches(ctx, scope, query), selectModel(ctx, scope)]);
  requireFeatures(asked, query.featureNames);
  const wanted = { batchIds: batches.map(({ id }) => id) };
  const about = { ...scope, modelIds: scope.modelIds.slice(0, 1), within: wanted };
  const kept = await readProfiles(ctx, about, new Map(asked ? [[asked.model.id, asked.layout]] : []));
  const ofBatch = new Map(batches.map(({ id }) => [id, [] as StoredProfiles['rows'][number][]]));
  for (const row of kept.rows) ofBatch.get(row.batch_id)?.push(row);
  const scores = new WrittenScores(query.driftMetric, asked, query.featureNames, impactsOf(asked), kept);
  const buckets = batches.map((batch) => {
    const lead = `"batch":${stringifyJson(toBatchRef(batch))},`;
    return scores.of(ofBatch.get(batch.id) ?? [], lead);
  });
  const head = stringifyJson({ metric: query.driftMetric, modelId: scope.modelIds[0] ?? null, ...scope.segmentFields });
  return answer(200, { written: `${head.slice(0, -1)},"buckets":[${buckets.join(',')}]}` });
}

/** A feature, with all that is the same for every batch. */
interface Asked {
  readonly name: string;
  readonly head: string;
  readonly tail: string;
  readonly reference: KnownReference | null;
  /** Room for the shares of a batch. */
  readonly shares: Float64Array;
}

const json = (value: unknown): string => JSON.stringify(value) ?? 'null';

/**
 * Scores of features, written as JSON: thousands make one answer, so most of it is written once a feature or batch, and
 * the profile of a batch is looked at as it lies there.
 */
class WrittenScores {
  readonly #metric: Divergence;
  readonly #asked: SelectedModel | undefined;
  readonly #kept: StoredProfiles;
  readonly #features: readonly Asked[];
  readonly #places = new Map<string, readonly number[]>();
  readonly #look = new BinnedLook();

  constructor(
    metric: Divergence,
    asked: SelectedModel | undefined,
    names: readonly string[],
    impacts: ReadonlyMap<string, number | null>,
    kept: StoredProfiles,
  ) {
    this.#metric = metric;
    this.#asked = asked;
    this.#kept = kept;
    this.#features = names.map((name) => {
      const column = asked && columnNamed(asked.layout, name);
      const reference = column ? knownReference(column) : null;
      const baseline = reference === null ? null : rowsOf(reference.profile);
      return {
        name,
        head: `"featureName":${json(name)},"featureImpact":${json(impacts.get(name) ?? null)},"driftScore":`,
        tail: `,"baselineSampleSize":${baseline}}`,
        reference,
        shares: new Float64Array(reference?.shares.length ?? 0),
      };
    });
  }

  /** One object a feature, each beginning with `lead`. */
  of(rows: StoredProfiles['rows'], lead: string): string {
    const [only, ...more] = rows;
    if (only === undefined || more.length > 0) return this.#merged(rows, lead);
    const places = this.#placesIn(only.package_id);
    this.#look.open(only.profiles);
    let written = '';
    for (let at = 0; at < this.#features.length; at += 1) {
      const feature = this.#features[at] as Asked;
      const score = this.#score(feature, places[at] as number);
      written += `${at === 0 ? '' : ','}{${lead}${feature.head}${score},"sampleSize":${this.#look.rows}${feature.tail}`;
    }
    return written;
  }

  #score({ reference, shares }: Asked, place: number): number | null {
    const look = this.#look;
    look.shares(place, reference?.profile.kind ?? 'numbers', shares);
    if (reference === null || !look.isReported || look.rows < LEAST_FOR_SCORE) return null;
    const score = divergence(this.#metric, reference.shares, shares);
    return Number.isFinite(score) ? score : null;
  }

  /** Several versions of the model answered in the batch, or none. */
  #merged(rows: StoredProfiles['rows'], lead: string): string {
    const names = this.#features.map(({ name }) => name);
    const recent = mergedColumns(this.#kept, rows, names);
    return this.#features
      .map(({ name, head, tail }, at) => {
        const column = this.#asked && columnNamed(this.#asked.layout, name);
        const { driftScore, sampleSize } = scoreColumn(this.#metric, column, recent[at] ?? null);
        return `{${lead}${head}${json(driftScore)},"sampleSize":${sampleSize}${tail}`;
      })
      .join(',');
  }

  #placesIn(packageId: string): readonly number[] {
    const names = this.#features.map(({ name }) => name);
    const known = this.#places.get(packageId) ?? placesIn(this.#kept.layouts.get(packageId) ?? [], names);
    this.#places.set(packageId, known);
    return known;
  }
}
