import { Readable } from 'node:stream';
import type { z } from 'zod';
import { findPackage, type ManifestTarget } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { bytes } from '#platform/http/reply.ts';
import {
  countResults,
  type PredictionWithActual,
  pageOfResults,
  type ResultsFilter,
} from '../actuals/tracked-prediction.store.ts';
import { idColumns } from '../predictions/association-ids.ts';
import { periodOf } from '../scope/period.rules.ts';
import { getScopeOrThrow, type StatisticsScope, selectBatches } from '../scope/statistics-scope.ts';
import type { ResultsQuery } from './accuracy.schema.ts';

type Query = z.output<typeof ResultsQuery>;
const USUAL = 100;
const CHUNK = 5000;

/** Predictions with an association id, one by one, beside what really happened: rows of other callers, so not for consumers. */
export async function predictionResults(ctx: Ctx, deploymentId: string, url: string, query: Query, accept: string) {
  const scope = await getScopeOrThrow(ctx, deploymentId, query, 'write');
  const asked = await filterOf(ctx, scope, query);
  const targetOf = targets(ctx);
  if (/^\s*text\/csv/i.test(accept)) return bytes('text/csv; charset=utf-8', csvOf(ctx, asked, query, targetOf));
  const window = { offset: query.offset, limit: query.limit ?? USUAL };
  const rows = await pageOfResults(ctx.db.queries, asked, window);
  const data = await Promise.all(rows.map(async (row) => toResult(row, await targetOf(row.package_id))));
  const total = await countResults(ctx.db.queries, asked);
  return {
    ...page(ctx.links, url, window, data, total),
    associationIdColumnNames: [...idColumns(scope.deployment)],
  };
}

async function filterOf(ctx: Ctx, scope: StatisticsScope, query: Query): Promise<ResultsFilter> {
  const batches = query.batchId === undefined ? null : await selectBatches(ctx, scope, query);
  return {
    ...scope,
    ...periodOf(query, ctx.now()),
    batchIds: batches === null ? null : batches.map(({ id }) => id),
    actualsPresent: query.actualsPresent ?? null,
  };
}

function targets(ctx: Ctx): (packageId: string) => Promise<ManifestTarget | undefined> {
  const known = new Map<string, Promise<ManifestTarget | undefined>>();
  return (id) => {
    const found = known.get(id) ?? findPackage(ctx, id).then((model) => model?.target);
    known.set(id, found);
    return found;
  };
}

/** Numbers of models of numbers; of classes the label that was answered. */
function toResult(row: PredictionWithActual, target: ManifestTarget | undefined) {
  const ofClasses = target?.type === 'Binary' || target?.type === 'Multiclass';
  const label = row.decided === null ? null : (target?.classes[row.decided] ?? null);
  const number = row.actual === null ? null : Number(row.actual);
  return {
    associationId: row.association_id,
    actual: ofClasses ? row.actual : number,
    predicted: ofClasses ? label : (row.predicted[0] ?? null),
    modelId: row.model_id,
    timestamp: row.predicted_at.toISOString(),
    ...(row.distance > 0 ? { forecastDistance: row.distance } : {}),
  };
}

const HEADER = 'association_id,timestamp,model_id,predicted,actual,forecast_distance\n';
const quoteCell = (cell: unknown): string => {
  const text = cell === null || cell === undefined ? '' : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** All of them unless a limit is given, as they are read. */
function csvOf(
  ctx: Ctx,
  asked: ResultsFilter,
  { offset, limit = Number.POSITIVE_INFINITY }: Query,
  targetOf: ReturnType<typeof targets>,
): Readable {
  async function* lines() {
    yield HEADER;
    for (let done = 0; done < limit; ) {
      const window = { offset: offset + done, limit: Math.min(CHUNK, limit - done) };
      const rows = await pageOfResults(ctx.db.queries, asked, window);
      const told = await Promise.all(rows.map(async (row) => toResult(row, await targetOf(row.package_id))));
      yield told
        .map((one) => [one.associationId, one.timestamp, one.modelId, one.predicted, one.actual, one.forecastDistance])
        .map((cells) => `${cells.map(quoteCell).join(',')}\n`)
        .join('');
      if (rows.length < window.limit) return;
      done += rows.length;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
