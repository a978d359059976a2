import type { z } from 'zod';
import { addNewToUseCase, grantOwnership } from '#accounts';
import { ingestFile, linkProject, publishRecipe, versionForReading, wrongUrl } from '#data';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Form, wrongFiles } from '#platform/http/form.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { newRow } from '#platform/new-row.ts';
import { featureStore, toNewFeature } from '../core/features/feature.store.ts';
import { featureListStore } from '../core/features/feature-list.store.ts';
import { getProjectOrThrow, PROJECT, projectJob } from '../core/project/get-project.ts';
import { type ProjectRow, projectStore } from '../core/project/project.store.ts';
import { awaitDataJob, createJob } from './create.job.ts';
import type { Clone, NewProject } from './project.schema.ts';

type Body = z.output<typeof NewProject>;

const UNTITLED = 'Untitled Project';
const UNSUPPORTED = ['dataSourceId', 'user', 'password', 'credentialId', 'credentialData'] as const;

/** From an uploaded file, a URL, a dataset or a recipe; the caller becomes its owner. */
export async function createProject(ctx: Ctx, body: Body, form: Form): Promise<Reply> {
  refuseWrong(body, form);
  const file = form.files[0];
  if (file !== undefined) {
    return begin(ctx, body, { name: body.projectName || file.filename, fileName: file.filename }, async (tx, id) => {
      const made = await ingestFile(ctx, tx, { blobKey: file.blobKey, fileName: file.filename, visible: false });
      return { ...made, start: () => ctx.jobs.enqueue(tx, createJob, { projectId: id }, options(ctx, id)) };
    });
  }
  if (body.url) {
    const { url } = body;
    const fileName = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') || 'data';
    return begin(ctx, body, { name: body.projectName || fileName, fileName }, async (tx, id) => ({
      start: () => ctx.jobs.enqueue(tx, createJob, { projectId: id, url }, options(ctx, id)),
    }));
  }
  return body.recipeId ? fromRecipe(ctx, body, body.recipeId) : fromDataset(ctx, body, body.datasetId ?? '');
}

function refuseWrong(body: Body, form: Form): void {
  const { url, datasetId, recipeId } = body;
  const sent = { file: form.files.length > 0, url, datasetId, recipeId };
  const sources = Object.entries(sent).flatMap(([name, value]) => (value ? [name] : []));
  const errors: Record<string, string> = {};
  for (const name of UNSUPPORTED) {
    if (body[name])
      errors[name] = `${name} is not used: datasets are kept as copies and need no credentials. Leave it out`;
  }
  if (body.useKerberos) errors.useKerberos = 'useKerberos is not offered. Leave it out';
  if (body.useSampleFromDataset) errors.useSampleFromDataset = 'Datasets are used whole. Leave it out';
  if (sources.length !== 1) {
    const all = sources.join(' and ') || 'none';
    errors[sources[0] ?? 'file'] = `Send exactly one of a file, url, datasetId or recipeId; you sent ${all}`;
  }
  if (body.datasetVersionId && !body.datasetId) errors.datasetVersionId = 'Send datasetId with datasetVersionId';
  const wrong = body.url ? wrongUrl(body.url) : null;
  if (wrong !== null) errors.url = wrong;
  const wrongFile = wrongFiles(form);
  if (wrongFile !== null) errors.file = wrongFile;
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

async function fromDataset(ctx: Ctx, body: Body, datasetId: string): Promise<Reply> {
  const version = await versionForReading(ctx, { datasetId, versionId: body.datasetVersionId ?? undefined });
  const project = { name: body.projectName || UNTITLED, fileName: version.file_name, from_catalog: true };
  return begin(ctx, body, project, (tx, id) => onVersion(ctx, tx, id, datasetId, version.id));
}

async function onVersion(ctx: Ctx, tx: Tx, id: string, datasetId: string, versionId: string): Promise<Begun> {
  const start = () => ctx.jobs.enqueue(tx, awaitDataJob, { projectId: id }, options(ctx, id));
  return { datasetId, versionId, start };
}

async function fromRecipe(ctx: Ctx, body: Body, recipeId: string): Promise<Reply> {
  const published = (await publishRecipe(ctx, { recipeId })).body as { catalogId: string; catalogVersionId: string };
  const name = body.projectName || UNTITLED;
  const project = { name, fileName: `${name}.csv`, from_catalog: true, recipe_id: recipeId };
  return begin(ctx, body, project, (tx, id) => onVersion(ctx, tx, id, published.catalogId, published.catalogVersionId));
}

/** A project on the same data that has no target yet, with the lists and transforms of the first one. */
export async function cloneProject(ctx: Ctx, body: z.output<typeof Clone>): Promise<Reply> {
  const source = await getProjectOrThrow(ctx, body.projectId, 'use');
  const more = {
    name: body.projectName || `Copy of ${source.name}`,
    fileName: source.file_name,
    from_catalog: source.from_catalog,
  };
  return begin(ctx, {}, more, async (tx, id) => {
    await copyLists(tx, source, id, ctx.now());
    if (body.copyOptions && source.options) await projectStore(tx).setOptions(id, source.options);
    const { dataset_id: datasetId, dataset_version_id: versionId } = source;
    const data = datasetId === null || versionId === null ? {} : { datasetId, versionId };
    return { ...data, start: () => ctx.jobs.enqueue(tx, createJob, { projectId: id }, options(ctx, id)) };
  });
}

const options = (ctx: Ctx, projectId: string) => projectJob(ctx, projectId, 'Creating the project');

interface Begun {
  readonly datasetId?: string;
  readonly versionId?: string;
  start(): Promise<string>;
}

async function begin(
  ctx: Ctx,
  body: Pick<Body, 'useCaseId'>,
  project: { readonly name: string; readonly fileName: string } & Partial<
    Pick<ProjectRow, 'from_catalog' | 'recipe_id'>
  >,
  bring: (tx: Tx, id: string) => Promise<Begun>,
): Promise<Reply> {
  const { name, fileName, ...more } = project;
  const row = { ...newRow(ctx), name, file_name: fileName, worker_count: -1, ...more };
  const { id, created_at: now } = row;
  const statusId = await ctx.db.transaction(async (tx) => {
    await projectStore(tx).insert({ ...row, updated_at: now });
    await grantOwnership(tx, ctx.actor, now, { kind: PROJECT, id });
    if (body.useCaseId) await addNewToUseCase(tx, ctx.actor, now, body.useCaseId, { kind: PROJECT, id });
    const { datasetId, versionId, start } = await bring(tx, id);
    if (datasetId !== undefined && versionId !== undefined) {
      await projectStore(tx).setData(id, datasetId, versionId);
      await linkProject(tx, versionId, id, now);
    }
    return start();
  });
  return accepted(statusId, { pid: id });
}

/** Copies user-created features and feature lists. */
async function copyLists(tx: Tx, source: ProjectRow, id: string, now: Date): Promise<void> {
  const made = (await featureStore(tx).list(source.id)).filter(({ transform }) => transform !== null);
  await featureStore(tx).insert(
    id,
    made.map((row) => ({ ...toNewFeature(row), ...(row.transform === null ? {} : { transform: row.transform }) })),
  );
  for (const { models: _, ...list } of await featureListStore(tx).list(source.id, 'input')) {
    if (list.is_user_created)
      await featureListStore(tx).insert({ ...list, id: newId(now), project_id: id, created_at: now });
  }
}
