import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { batchStore } from '../scope/batch.store.ts';
import type {
  ActualsExport,
  ActualsQuery,
  PredictionsExport,
  PredictionsQuery,
  TrainingExport,
  TrainingQuery,
} from './export.schema.ts';
import { type ExportKind, type ExportWithState, exportStore } from './export.store.ts';

interface Listing {
  readonly url: string;
  readonly kind: ExportKind;
  readonly window: { readonly offset: number; readonly limit: number };
  readonly filter: Partial<z.output<typeof PredictionsQuery>>;
}

/** Whoever may use the deployment may see what was exported of it; the datasets have permissions of their own. */
async function list<T>(
  ctx: Ctx,
  deploymentId: string,
  { url, kind, window, filter }: Listing,
  show: (rows: readonly ExportWithState[]) => Promise<T[]>,
) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const { modelId, status, batch } = filter;
  const place = { organizationId: organization_id, deploymentId, kind, modelId, state: status, batch };
  const { rows, total } = await exportStore(ctx.db.queries).page(place, window);
  return page(ctx.links, url, window, await show(rows), total);
}

async function one(ctx: Ctx, deploymentId: string, kind: ExportKind, id: string): Promise<ExportWithState> {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const found = await exportStore(ctx.db.queries).byId({ organizationId: organization_id, deploymentId, kind, id });
  return found ?? refuse(MonitoringProblems.noSuchExport, id);
}

async function showExports(ctx: Ctx, deploymentId: string, rows: readonly ExportWithState[]) {
  const ids = [...new Set(rows.flatMap(({ batch_ids }) => batch_ids ?? []))];
  const { organizationId } = ctx.actor;
  const batches = ids.length === 0 ? [] : await batchStore(ctx.db.queries).of(organizationId, deploymentId, ids);
  const names = new Map(batches.map(({ id, name }) => [id, name]));
  return rows.map((row) => toPredictionsExport(row, names));
}

export function listPredictionsExports(
  ctx: Ctx,
  deploymentId: string,
  url: string,
  { offset, limit, ...filter }: z.output<typeof PredictionsQuery>,
) {
  const listing = { url, kind: 'predictions', window: { offset, limit }, filter } as const;
  return list(ctx, deploymentId, listing, (rows) => showExports(ctx, deploymentId, rows));
}

export async function getPredictionsExport(ctx: Ctx, deploymentId: string, id: string) {
  const [record] = await showExports(ctx, deploymentId, [await one(ctx, deploymentId, 'predictions', id)]);
  return record;
}

export function listActualsExports(
  ctx: Ctx,
  deploymentId: string,
  url: string,
  { offset, limit, ...filter }: z.output<typeof ActualsQuery>,
) {
  const listing = { url, kind: 'actuals', window: { offset, limit }, filter } as const;
  return list(ctx, deploymentId, listing, async (rows) => rows.map(toActualsExport));
}

export const getActualsExport = async (ctx: Ctx, deploymentId: string, id: string) =>
  toActualsExport(await one(ctx, deploymentId, 'actuals', id));

/** Only those that succeeded: the others have no dataset to show. */
export function listTrainingExports(
  ctx: Ctx,
  deploymentId: string,
  url: string,
  { offset, limit, modelId }: z.output<typeof TrainingQuery>,
) {
  const filter = { modelId, status: 'SUCCEEDED' } as const;
  const listing = { url, kind: 'training', window: { offset, limit }, filter } as const;
  return list(ctx, deploymentId, listing, async (rows) => rows.map(toTrainingExport));
}

export const getTrainingExport = async (ctx: Ctx, deploymentId: string, id: string) =>
  toTrainingExport(await one(ctx, deploymentId, 'training', id));

const common = (row: ExportWithState) => ({
  id: row.id,
  modelId: row.model_id,
  createdAt: row.created_at.toISOString(),
  createdBy: { id: row.created_by },
});

/** The dataset is told when it can be read. */
const datasetOf = ({ state, dataset_id, dataset_name }: ExportWithState) =>
  state === 'SUCCEEDED' && dataset_id !== null ? { id: dataset_id, name: dataset_name ?? '' } : null;

function periodRecord(row: ExportWithState) {
  const dataset = datasetOf(row);
  const failed = row.state === 'FAILED' || row.state === 'CANCELLED';
  return {
    ...common(row),
    period: {
      start: (row.period_start ?? row.created_at).toISOString(),
      end: (row.period_end ?? row.created_at).toISOString(),
    },
    status: row.state,
    error: failed ? { message: row.why ?? 'The export was not finished. Ask for it again.' } : null,
    data: dataset === null ? null : [dataset],
  };
}

/** `names`: of batches that still exist. */
function toPredictionsExport(
  row: ExportWithState,
  names: ReadonlyMap<string, string>,
): z.output<typeof PredictionsExport> {
  const data = (row.batch_ids ?? []).map((id) => ({ id, name: names.get(id) ?? 'A deleted batch' }));
  const [first] = data;
  const batches = first === undefined ? null : { batchId: first.id, batchName: first.name, data };
  return { ...periodRecord(row), batches };
}

const toActualsExport = (row: ExportWithState): z.output<typeof ActualsExport> => ({
  ...periodRecord(row),
  onlyMatchedPredictions: row.only_matched,
});

function toTrainingExport(row: ExportWithState): z.output<typeof TrainingExport> {
  const data = datasetOf(row);
  return { ...common(row), modelPackageId: row.package_id, datasetId: data?.id ?? null, data };
}
