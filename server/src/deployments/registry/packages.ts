import type { z } from 'zod';
import { accessToEach, insideUseCases, visibleTo } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { noContent, type Reply } from '#platform/http/reply.ts';
import { describeDeployment } from '../deployment.kind.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { getEnvironmentOrThrow } from '../environments/environment.kind.ts';
import { byId, shownWindow } from '../listing.ts';
import type { ManifestColumn } from '../model-manifest.ts';
import { findPeople } from '../people.store.ts';
import { toPackage } from './package.record.ts';
import { packageStore } from './package.store.ts';
import { tagsFrom } from './register-version.ts';
import {
  getManifestOrThrow,
  getPackageOrThrow,
  getRegisteredModelOrThrow,
  MODEL_VERSION,
  REGISTERED_MODEL,
} from './registry.kind.ts';
import { RegistryProblems } from './registry.problems.ts';
import type { FeatureQuery, PackageQuery, VersionChange } from './registry.schema.ts';
import type { VersionFilter, VersionQuery } from './version-filter.store.ts';

/** All versions the caller may see, or those of one registered model. */
export async function listPackages(ctx: Ctx, url: string, query: z.output<typeof PackageQuery>, modelOf?: string) {
  const visible = { models: visibleTo(ctx, REGISTERED_MODEL), versions: visibleTo(ctx, MODEL_VERSION) };
  const filter = await versionFilter(ctx, query);
  const asked = modelOf === undefined ? query : { ...query, modelOf };
  const { rows, total } = await packageStore(ctx.db.queries).page(ctx.actor.organizationId, visible, filter, asked);
  return page(ctx.links, url, shownWindow(query, total), await showPackages(ctx, rows), total);
}

export async function getPackage(ctx: Ctx, id: string) {
  return showPackage(ctx, (await getPackageOrThrow(ctx, id, 'read')).row);
}

/** The columns a request sends, as a deployment of the version would list them. */
export async function listFeatures(ctx: Ctx, id: string, url: string, query: z.output<typeof FeatureQuery>) {
  await getPackageOrThrow(ctx, id, 'read');
  const found = filterFeatures((await getManifestOrThrow(ctx, id)).columns, query);
  const window = shownWindow(query, found.length);
  const shown = found.slice(window.offset, window.offset + window.limit).map(toFeature);
  return page(ctx.links, url, window, shown, found.length);
}

export const toFeature = ({ needed: _, kind: __, ...feature }: ManifestColumn) => feature;

export async function archivePackage(ctx: Ctx, id: string): Promise<Reply> {
  const { row } = await getPackageOrThrow(ctx, id, 'write');
  if (row.is_archived) refuse(RegistryProblems.archivedAlready, id);
  await ctx.db.transaction(async (tx) => {
    const packages = packageStore(tx);
    await packages.lock([id]);
    const holder = await packages.usedBy([id]);
    if (holder !== undefined) refuse(RegistryProblems.inUse, 'model package', await describeDeployment(ctx, holder));
    await packages.change(id, { is_archived: true, updated_at: ctx.now(), updated_by: ctx.actor.userId });
  });
  return noContent();
}

/** Versions as clients see them; the caller's rights were checked. */
async function showPackages(ctx: Ctx, found: readonly ModelPackageRow[]) {
  const rows = await endLostBuilds(ctx, found);
  const parents = [...new Set(rows.map((row) => row.registered_model_id))];
  const access = await accessToEach(ctx, REGISTERED_MODEL, parents);
  const people = await findPeople(
    ctx.db.queries,
    rows.flatMap((row) => [row.created_by, row.updated_by]),
  );
  const active = await packageStore(ctx.db.queries).activeDeployments(rows.map(({ id }) => id));
  return rows.map((row) =>
    toPackage(row, {
      access: access.get(row.registered_model_id),
      people,
      deployments: active.get(row.id) ?? 0,
      links: ctx.links,
    }),
  );
}

export async function showPackage(ctx: Ctx, row: ModelPackageRow) {
  const [shown] = await showPackages(ctx, [row]);
  if (shown === undefined) throw new Error(`Model package ${row.id} was lost while it was shown.`);
  return shown;
}

const WHY = 'Its job was cancelled or lost.';

/**
 * Fails versions whose build job was cancelled, expired, or lost its worker too often. Returns the versions as they are
 * now.
 */
export async function endLostBuilds(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  rows: readonly ModelPackageRow[],
): Promise<readonly ModelPackageRow[]> {
  const waiting = rows.filter(({ build_status }) => build_status === 'inProgress');
  if (waiting.length === 0) return rows;
  const packages = packageStore(db.queries);
  const ended = await packages.withEndedJobs(waiting.map(({ id }) => id));
  for (const id of ended) await packages.failed(id, WHY, now());
  if (ended.length === 0) return rows;
  // Between the two questions the build may have come to its end.
  const again = byId(await packages.byIds(ended));
  return rows.map((row) => again.get(row.id) ?? row);
}

/** `similarTo` is the older name of `compatibleWithModelPackageId`. */
type Asked = VersionQuery & { readonly similarTo?: string | undefined };

const TYPES: Readonly<Record<string, string>> = { datarobot: 'dedicated', externalModel: 'external' };
const typesOf = (formats: readonly string[]): string[] =>
  formats.flatMap((format) => (TYPES[format] === undefined ? [] : [TYPES[format]]));

/** Looks up what a list of versions is to be compared with. */
export async function versionFilter(ctx: Ctx, asked: Asked): Promise<VersionFilter> {
  const likeId = asked.compatibleWithModelPackageId ?? asked.similarTo;
  const like = likeId === undefined ? undefined : (await getPackageOrThrow(ctx, likeId, 'read')).row;
  const place =
    asked.predictionEnvironmentId === undefined
      ? undefined
      : (await getEnvironmentOrThrow(ctx, asked.predictionEnvironmentId, 'read')).row;
  const limits: string[][] = [];
  if (place !== undefined) limits.push(typesOf(place.supported_model_formats));
  if (asked.modelKind !== undefined) limits.push(typesOf([asked.modelKind]));
  // A challenger is asked here, so it has to answer here.
  if (asked.forChallenger === true) limits.push(['dedicated']);
  const [first, ...others] = limits;
  const { targetName, targetType, predictionThreshold, imported, buildStatus, tags, useCaseId } = asked;
  return {
    ...{ targetName, targetType, predictionThreshold, imported, buildStatus, tags, like },
    modelId: asked.modelId ?? asked.compatibleWithLeaderboardModelId,
    executionTypes: first?.filter((type) => others.every((types) => types.includes(type))),
    inside: useCaseId === undefined ? undefined : insideUseCases(ctx, MODEL_VERSION, [useCaseId]),
  };
}

/** A version under the address of its registered model. */
export async function getVersionOrThrow(
  ctx: Ctx,
  modelId: string,
  versionId: string,
  need: 'read' | 'write' = 'read',
): Promise<ModelPackageRow> {
  const { row } = await getPackageOrThrow(ctx, versionId, need);
  return row.registered_model_id === modelId ? row : refuse(RegistryProblems.noSuchVersion, modelId, versionId);
}

export async function listVersions(ctx: Ctx, modelId: string, url: string, query: z.output<typeof PackageQuery>) {
  await getRegisteredModelOrThrow(ctx, modelId, 'read');
  return listPackages(ctx, url, query, modelId);
}

export async function getVersion(ctx: Ctx, modelId: string, versionId: string) {
  return showPackage(ctx, await getVersionOrThrow(ctx, modelId, versionId));
}

export async function changeVersionOf(ctx: Ctx, modelId: string, id: string, body: z.output<typeof VersionChange>) {
  const row = await getVersionOrThrow(ctx, modelId, id, 'write');
  const packages = packageStore(ctx.db.queries);
  const { name, description, predictionThreshold: threshold, stage, tags, userProvidedId } = body;
  if (threshold !== undefined && threshold !== row.prediction_threshold) {
    if (row.target.type !== 'Binary') {
      throw invalidFields({
        predictionThreshold: `Only models of two classes have one; this one is ${row.target.type}`,
      });
    }
    // What answers now would change under people's feet.
    const holder = await packages.usedBy([id]);
    if (holder !== undefined) refuse(RegistryProblems.inUse, 'version', await describeDeployment(ctx, holder));
  }
  await packages.change(id, {
    name,
    description: description === null ? '' : description,
    prediction_threshold: threshold,
    stage,
    tags: tags && JSON.stringify(tagsFrom(tags, ctx.now())),
    user_provided_id: userProvidedId,
    updated_at: ctx.now(),
    updated_by: ctx.actor.userId,
  });
  return getPackage(ctx, id);
}

interface Wanted extends Pick<z.output<typeof FeatureQuery>, 'search' | 'orderBy'> {
  readonly includeNonPredictionFeatures?: boolean | undefined;
  readonly forSegmentedAnalysis?: boolean | undefined;
}

const SEGMENTABLE = ['Categorical', 'Boolean', 'Numeric'];

/** The columns a request sends; those the model does without only when asked for. */
export function filterFeatures(columns: readonly ManifestColumn[], wanted: Wanted): ManifestColumn[] {
  const { includeNonPredictionFeatures, forSegmentedAnalysis, search, orderBy } = wanted;
  const text = search?.toLowerCase() ?? '';
  const chosen = columns.filter(
    ({ name, needed, knownInAdvance, featureType }) =>
      (needed || knownInAdvance || includeNonPredictionFeatures === true || forSegmentedAnalysis === true) &&
      (forSegmentedAnalysis !== true || SEGMENTABLE.includes(featureType)) &&
      name.toLowerCase().includes(text),
  );
  if (orderBy === undefined) return chosen;
  const sign = orderBy.startsWith('-') ? -1 : 1;
  return orderBy.endsWith('name')
    ? chosen.sort((a, b) => sign * (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    : chosen.sort((a, b) => sign * ((a.importance ?? -1) - (b.importance ?? -1)));
}
