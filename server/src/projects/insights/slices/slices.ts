import { z } from 'zod';
import { requireRole } from '#accounts';
import type { Ctx, JobKind, Platform } from '#platform/context.ts';
import { page, type Window } from '#platform/http/page.ts';
import { catalogue, invalidFields, notFound, refuse, unprocessable } from '#platform/http/problem.ts';
import { accepted, created, noContent, type Reply } from '#platform/http/reply.ts';
import type { Need } from '#platform/http/route-access.ts';
import { newId } from '#platform/ids.ts';
import { featureStore } from '../../core/features/feature.store.ts';
import { getModelOrThrow } from '../../core/models/get-model.ts';
import { modelStore } from '../../core/models/model.store.ts';
import { type ProjectPlan, partNames, type TablePlan } from '../../core/partitioning/plan.ts';
import { getModelingProjectOrThrow, getProjectOrThrow, loadProject, PROJECT } from '../../core/project/get-project.ts';
import { tableJob, withProject } from '../../engine/project-data.ts';
import { InsightProblems, sourceNamed, sourcesOf } from '../model-parts.ts';
import { type SliceFilter, wrongFilter } from './slice.rules.ts';
import type { SizeRequest, SliceCreate, SliceSize } from './slice.schema.ts';
import { type SliceRow, sliceStore } from './slice.store.ts';

export const SliceProblems = catalogue({
  noSuchSlice: notFound(
    'slices.no_such_slice',
    (id: string) =>
      `There is no data slice ${id} that you may see. GET projects/{id}/dataSlices/ lists those of a project.`,
  ),
  /** Of an insight, which names a slice by a field. */
  notInProject: unprocessable(
    'insights.no_slices',
    (id: string, projectId: string) =>
      `There is no data slice ${id} in the project. GET projects/${projectId}/dataSlices/ lists those it has; without dataSliceId an insight is about all rows.`,
  ),
  notSliced: unprocessable(
    'insights.not_sliced',
    (what: string) => `${what} is not computed for a part of the rows. Leave dataSliceId out.`,
  ),
  empty: unprocessable(
    'insights.empty_slice',
    (name: string, source: string) =>
      `No row of ${source} is in the data slice ${JSON.stringify(name)}. Choose another source or wider filters.`,
  ),
});

const show = ({ id, project_id, name, filters }: SliceRow) => ({ id, projectId: project_id, name, filters });

/** Slices are of rows; the rows of a time series are read together. */
export function requireTablePlan(plan: ProjectPlan | null): TablePlan {
  if (plan?.kind === 'table') return plan;
  return refuse(InsightProblems.notForTask, 'A data slice', 'date-ordered and plain', 'a time series one');
}

export async function createSlice(ctx: Ctx, { projectId, name, filters }: SliceCreate): Promise<Reply> {
  const project = await getProjectOrThrow(ctx, projectId, 'write');
  if (project.plan !== null) requireTablePlan(project.plan);
  const types = new Map(
    (await featureStore(ctx.db.queries).list(projectId)).map((row) => [row.name, row.feature_type]),
  );
  const wrong = filters.flatMap((filter, i) =>
    Object.entries(wrongFilter(filter, types.get(filter.operand)) ?? {}).map(
      ([field, text]) => [`filters.${i}.${field}`, text] as const,
    ),
  );
  if (wrong.length > 0) throw invalidFields(Object.fromEntries(wrong));
  const at = ctx.now();
  const row = { organization_id: ctx.actor.organizationId, project_id: projectId, name, filters, created_at: at };
  const made = await sliceStore(ctx.db.queries).insert({ id: newId(at), ...row });
  return created(`/api/v2/dataSlices/${made.id}/`, show(made));
}

export async function listSlices(ctx: Ctx, projectId: string, url: string, window: Window) {
  await getProjectOrThrow(ctx, projectId, 'read');
  const { rows, total } = await sliceStore(ctx.db.queries).page(projectId, window);
  return page(ctx.links, url, window, rows.map(show), total);
}

/** The slice, when the caller may do that much with its project. */
async function getSliceOrThrow(ctx: Ctx, id: string, need: Need): Promise<SliceRow> {
  const unseen = () => refuse(SliceProblems.noSuchSlice, id);
  const row = (await sliceStore(ctx.db.queries).byId(ctx.actor.organizationId, id)) ?? unseen();
  await requireRole(ctx, { kind: PROJECT, id: row.project_id }, need, unseen);
  return row;
}

export const getSlice = async (ctx: Ctx, id: string) => show(await getSliceOrThrow(ctx, id, 'read'));

export async function deleteSlice(ctx: Ctx, id: string): Promise<Reply> {
  await getSliceOrThrow(ctx, id, 'write');
  await sliceStore(ctx.db.queries).delete(ctx.actor.organizationId, id);
  return noContent();
}

/** For insights: the filters of a slice of this project, or null for all rows. */
export async function sliceOf(
  { db }: Pick<Platform, 'db'>,
  projectId: string,
  id: string | null | undefined,
): Promise<SliceRow | null> {
  if (!id) return null;
  return (await sliceStore(db.queries).inProject(projectId, id)) ?? refuse(SliceProblems.notInProject, id, projectId);
}

export const filtersOf = (slice: SliceRow | null): { readonly filters?: readonly SliceFilter[] } =>
  slice === null ? {} : { filters: slice.filters };

/** A source of the project, and the model whose training rows it means. */
async function requireSizeSource(ctx: Ctx, slice: SliceRow, { source, projectId, modelId }: SizeRequest) {
  if (projectId && projectId !== slice.project_id) {
    throw invalidFields({ projectId: `The data slice is of the project ${slice.project_id}` });
  }
  const project = await getModelingProjectOrThrow(ctx, slice.project_id, 'read');
  const plan = requireTablePlan(project.plan);
  if (source === 'training') {
    if (!modelId) throw invalidFields({ modelId: 'Training rows are those of a model. Name it' });
    await getModelOrThrow(ctx, slice.project_id, modelId);
    return { source, modelId };
  }
  const found = sourceNamed(plan, source);
  if (found === undefined) {
    const known = sourcesOf(plan).map(({ name }) => name);
    return refuse(InsightProblems.noSuchSource, source, ['training', ...known]);
  }
  if (found.parts.includes('holdout') && !project.holdout_unlocked) refuse(InsightProblems.holdoutLocked);
  return { source: found.name, modelId: null };
}

const SizeInput = z.strictObject({ sliceId: z.string(), source: z.string(), modelId: z.string().nullable() });

export const sliceSizeJob: JobKind<z.output<typeof SizeInput> & { readonly projectId: string }> = {
  name: 'projects.slice-size',
  input: SizeInput.extend({ projectId: z.string() }),
  limits: 'training',
  retries: 2,
  async run(platform, { projectId, sliceId, source, modelId }, run) {
    const { project, plan } = await loadProject(platform, projectId);
    const slice = await sliceOf(platform, projectId, sliceId);
    const model = modelId === null ? undefined : await modelStore(platform.db.queries).byId(projectId, modelId);
    const job = await tableJob(platform, project, model ?? { featurelist_id: null });
    const which =
      source === 'training'
        ? ({ of: 'training', parts: partNames(plan).evaluated.slice(0, 1) } as const)
        : ({ of: 'validation', parts: sourceNamed(plan, source)?.parts ?? [] } as const);
    const filters = slice?.filters ?? [];
    const size = await withProject(platform, project, run, (thread) =>
      thread.ask('sizeOfSlice', { job, ...which, filters }),
    );
    await sliceStore(platform.db.queries).putSize({ slice_id: sliceId, source, model_id: modelId ?? '', size });
    const query = new URLSearchParams({ source, projectId, ...(modelId === null ? {} : { modelId }) });
    return { location: `/api/v2/dataSlices/${sliceId}/sliceSizes/?${query}` };
  },
};

export async function requestSize(ctx: Ctx, id: string, body: SizeRequest): Promise<Reply> {
  const slice = await getSliceOrThrow(ctx, id, 'use');
  const asked = await requireSizeSource(ctx, slice, body);
  const input = { projectId: slice.project_id, sliceId: id, ...asked };
  return accepted(await ctx.db.transaction((tx) => ctx.jobs.enqueue(tx, sliceSizeJob, input, { actor: ctx.actor })));
}

/** Below this many rows a chart says little. */
const FEW_ROWS = 10;

/** 204 until somebody has asked for it to be counted: clients read that as a size that is not known. */
export async function readSize(ctx: Ctx, id: string, query: SizeRequest): Promise<Reply | z.infer<typeof SliceSize>> {
  const slice = await getSliceOrThrow(ctx, id, 'read');
  const { source, modelId } = await requireSizeSource(ctx, slice, query);
  const row = await sliceStore(ctx.db.queries).size(id, source, modelId ?? '');
  if (row === undefined) return noContent();
  const few = {
    level: 'WARNING',
    description: 'Low Observation Count',
    additionalInfo: `Only ${row.size} rows: insights about them say little.`,
  };
  return {
    dataSliceId: id,
    projectId: slice.project_id,
    source,
    ...(modelId === null ? {} : { modelId }),
    sliceSize: row.size,
    messages: row.size < FEW_ROWS ? [few] : null,
  };
}
