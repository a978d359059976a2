import { type BinnedProfile, BinnedSum, mergeBinned } from '@almanac/engine';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { answer } from '#platform/http/reply.ts';
import { aggregateKeys } from '../profiles/aggregate-key.rules.ts';
import { layoutStore, loadLayout } from '../profiles/layout.store.ts';
import { binsOfColumn, columnWithoutReference, type LayoutColumn } from '../profiles/layout.ts';
import { addProfile, lockDeployment } from '../profiles/profile.store.ts';
import type { ReportedStats } from './ingest.schema.ts';
import { openReport } from './reported-predictions.ts';

type Entry = z.output<typeof ReportedStats>['data'][number];

/** Rows that were summed up elsewhere, added as they are. */
export async function reportStats(ctx: Ctx, deploymentId: string, { data }: z.output<typeof ReportedStats>) {
  const { record, modelOf, deployment } = await openReport(ctx, deploymentId, data);
  const records = data.map((entry, n) => record(entry, `data.${n}`));
  for (const [n, entry] of data.entries()) {
    const model = modelOf(entry);
    await loadLayout(ctx, model);
    await ctx.db.transaction(async (tx) => {
      await lockDeployment(tx, deploymentId);
      const layout = await layoutStore(tx).grow(deployment.organization_id, model.id, newColumns(entry));
      const profiles = layout.map((column) => profileOf(column, entry));
      for (const place of aggregateKeys(records[n]?.at ?? 0, entry.batchId ?? null)) {
        await addProfile(tx, {
          ...{ deployment_id: deploymentId, package_id: model.id, batch_id: place.batchId, hour: place.hour },
          ...{ organization_id: deployment.organization_id, model_id: model.model_id },
          ...{ segment_attribute: '', segment_value: '', rows: rowsIn(profiles), profiles, digest: null },
        });
      }
    });
  }
  return answer(202, { body: { message: 'ok' } });
}

const newColumns = ({ numericAggregateMap, categoricalAggregateMap }: Entry): LayoutColumn[] => [
  ...Object.keys(numericAggregateMap ?? {}).map((name) => columnWithoutReference(name, 'numbers')),
  ...Object.keys(categoricalAggregateMap ?? {}).map((name) => columnWithoutReference(name, 'names')),
];

function profileOf(column: LayoutColumn, { numericAggregateMap, categoricalAggregateMap }: Entry): BinnedProfile {
  const bins = binsOfColumn(column);
  const numbers = numericAggregateMap?.[column.name];
  const names = categoricalAggregateMap?.[column.name];
  const empty = new BinnedSum(bins).finish();
  if (column.kind === 'numbers' && numbers) {
    const weighed = numbers.histogram.map(({ value, count }) => {
      const sum = new BinnedSum(bins);
      sum.add({ kind: 'numeric', name: column.name, values: Float64Array.of(value) });
      return times(sum.finish(), count);
    });
    return { ...weighed.reduce(mergeBinned, empty), missing: numbers.missingCount };
  }
  if (column.kind === 'names' && names) {
    const counted = Object.entries(names.categoryCounts).map(([name, count]) => {
      const sum = new BinnedSum(bins);
      sum.add({ kind: 'categorical', name: column.name, codes: Int32Array.of(0), levels: [name] });
      return times(sum.finish(), count);
    });
    return { ...counted.reduce(mergeBinned, empty), missing: names.missingCount };
  }
  return empty;
}

/** One value, so often. */
const times = (profile: BinnedProfile, count: number): BinnedProfile => ({
  ...profile,
  counts: profile.counts.map((one) => one * count),
  moments: { ...profile.moments, count: profile.moments.count * count },
});

const rowsIn = (profiles: readonly BinnedProfile[]): number =>
  Math.max(0, ...profiles.map(({ missing, moments }) => missing + moments.count));
