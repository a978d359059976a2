import { type BinnedProfile, binnedShares } from '@almanac/engine';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { type LayoutColumn, referenceOf } from '../profiles/layout.ts';
import { columnNamed, mergedColumns, readProfiles } from '../profiles/read-profiles.ts';
import { toPeriod } from '../scope/period.rules.ts';
import { getScopeOrThrow, periodOrBatches, type StatisticsScope } from '../scope/statistics-scope.ts';
import type { Distribution, DistributionQuery } from './drift.schema.ts';
import { monitoredFeatures, type SelectedModel, selectModel, targetColumn } from './drift.ts';

interface Shown {
  readonly name: string;
  readonly role: Distribution['role'];
  readonly column: LayoutColumn;
}

/** Distributions of predictions and features in training and recently, in the same bins; predictions first. */
export async function distributions(
  ctx: Ctx,
  deploymentId: string,
  url: string,
  query: z.output<typeof DistributionQuery>,
) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query);
  const { period, batchIds, within } = await periodOrBatches(ctx, scope, query);
  const asked = await selectModel(ctx, scope);
  const all = asked ? columnsOf(scope, asked).filter(({ name }) => isSelected(name, query.featureName)) : [];
  const limit = query.limit === 0 ? Math.max(1, all.length) : query.limit;
  const shown = all.slice(query.offset, query.offset + limit);
  const kept = await readProfiles(ctx, { ...scope, modelIds: scope.modelIds.slice(0, 1), within });
  const names = shown.map(({ column }) => column.name);
  const recent = mergedColumns(kept, kept.rows, names);
  const data = shown.map(({ name, role, column }, at) => distributionOf(name, role, column, recent[at] ?? null));
  return {
    ...page(ctx.links, url, { offset: query.offset, limit }, data, all.length),
    period: toPeriod(period),
    modelId: scope.modelIds[0] ?? null,
    batchId: batchIds,
    ...scope.segmentFields,
  };
}

const isSelected = (name: string, asked: string | undefined): boolean => asked === undefined || name === asked;

function columnsOf({ deployment }: StatisticsScope, { model, layout }: SelectedModel): Shown[] {
  const target = targetColumn(layout);
  const features = monitoredFeatures(deployment, model, layout).flatMap(({ name }) => {
    const column = columnNamed(layout, name);
    return column ? [{ name, role: 'feature' as const, column }] : [];
  });
  if (!target) return features;
  return [{ name: model.target.name ?? target.name, role: 'target' as const, column: target }, ...features];
}

const MEDIAN = 4;

/** A column in the bins of its reference: then and now. */
function distributionOf(
  name: string,
  role: Distribution['role'],
  column: LayoutColumn,
  recent: BinnedProfile | null,
): Distribution {
  const reference = referenceOf(column);
  const then = reference && sharesOf(reference);
  const now = recent !== null && isAlike(recent, column) ? sharesOf(recent) : null;
  const places = placesOf(column);
  return {
    name,
    role,
    kind: column.kind,
    typical: typicalOf(column),
    sampleSize: recent === null ? 0 : rowsOf(recent),
    baselineSampleSize: reference && rowsOf(reference),
    bins: places.map((place, bin) => ({ ...place, baseline: then?.[bin] ?? null, recent: now?.[bin] ?? null })),
    missing: { baseline: then?.[places.length] ?? null, recent: now?.[places.length] ?? null },
  };
}

const rowsOf = ({ missing, moments }: BinnedProfile): number => missing + moments.count;
const isAlike = ({ kind, counts }: BinnedProfile, column: LayoutColumn): boolean =>
  kind === column.kind && counts.length === placesOf(column).length;

/** Of no rows there are no shares. */
const sharesOf = (profile: BinnedProfile): Float64Array | null =>
  rowsOf(profile) === 0 ? null : binnedShares(profile);

function placesOf({ kind, edges, levels }: LayoutColumn) {
  if (kind === 'names') return [...levels, null].map((name) => ({ from: null, to: null, name }));
  return Array.from({ length: edges.length + 1 }, (_, bin) => ({
    from: edges[bin - 1] ?? null,
    to: edges[bin] ?? null,
    name: null,
  }));
}

function typicalOf({ kind, levels, reference }: LayoutColumn): string | number | null {
  if (reference === null) return null;
  if (kind === 'numbers') return reference.deciles[MEDIAN] ?? (reference.count > 0 ? reference.mean : null);
  const known = reference.counts.slice(0, levels.length);
  return known.length === 0 ? null : (levels[known.indexOf(Math.max(...known))] ?? null);
}
