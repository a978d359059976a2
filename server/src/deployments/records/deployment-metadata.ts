import { timeOf } from '@almanac/engine';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ProjectPlan } from '#projects';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { findUsernames } from '../people.store.ts';
import { filterFeatures, showPackage, toFeature } from '../registry/packages.ts';
import { DeploymentProblems } from './deployment.problems.ts';
import { capabilitiesOf } from './deployment.rules.ts';
import { deploymentModelStore, deploymentStore } from './deployment.store.ts';
import { MOST_TAGS } from './deployment-tags.ts';
import { getChampionOrThrow, getDeploymentOrThrow } from './get-deployment.ts';
import type { FeatureQuery, HistoryQuery, SegmentAttributeQuery, SegmentValueQuery } from './metadata.schema.ts';
import type { DeploymentPorts } from './ports.ts';

const championOf = async (ctx: Ctx, id: string): Promise<ModelPackageRow> =>
  getChampionOrThrow(ctx, await getDeploymentOrThrow(ctx, id, 'read'));

/** Needs only the right to see the deployment. */
export const getChampion = async (ctx: Ctx, id: string) => showPackage(ctx, await championOf(ctx, id));

/** Where forecasts begin. Rows without regular dates are numbered, and have no next date. */
function afterTheData(plan: ProjectPlan): { readonly dateColumn: string | null; readonly nextDate: string | null } {
  if (plan.kind !== 'series') return { dateColumn: null, nextDate: null };
  const { grid, lastCell, panel } = plan;
  const nextDate = grid.unit === 'ROW' ? null : new Date(timeOf(grid, lastCell + 1)).toISOString();
  return { dateColumn: panel.dateColumn, nextDate };
}

/** What a request sends. */
export async function listFeatures(ctx: Ctx, id: string, url: string, query: z.output<typeof FeatureQuery>) {
  const { offset, limit, ...wanted } = query;
  const { bundle, execution_type } = await championOf(ctx, id);
  if (bundle === null) return refuse(DeploymentProblems.featuresUnknown, id, execution_type === 'external');
  const all = filterFeatures(bundle.columns, wanted);
  const { dateColumn, nextDate } = afterTheData(bundle.plan);
  const shown = all.slice(offset, offset + limit).map((column) => ({
    ...toFeature(column),
    nextDate: column.name === dateColumn ? nextDate : null,
  }));
  return page(ctx.links, url, { offset, limit }, shown, all.length);
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** What newer clients ask about and no deployment here has. */
const NEVER = ['supports_chat_api', 'supports_moderation_guards', 'supports_text_generation'];

export async function listCapabilities(ctx: Ctx, id: string) {
  const known = capabilitiesOf(await championOf(ctx, id)).map(({ name, supported, message }) => ({
    name: snake(name),
    supported,
    messages: message === null ? [] : [message],
  }));
  const never = NEVER.map((name) => ({ name, supported: false, messages: ['Deployments here serve predictions'] }));
  return { data: [...known, ...never] };
}

const SERVICE_ATTRIBUTES = ['DataRobot-Consumer', 'DataRobot-Remote-IP', 'DataRobot-Host-IP'];

/** Service statistics are segmented by consumer; everything else by the tracked attributes. */
export async function listSegmentAttributes(ctx: Ctx, id: string, query: z.output<typeof SegmentAttributeQuery>) {
  const { enabled, attributes } = (await getDeploymentOrThrow(ctx, id, 'read')).settings.segmentAnalysis;
  const tracked = enabled ? attributes : [];
  return { data: query.monitoringType === 'serviceHealth' ? SERVICE_ATTRIBUTES : [...tracked] };
}

/** Names and addresses of callers, and cells of the rows they sent: for those who may change the deployment. */
export async function listSegmentValues(
  ctx: Ctx,
  { monitoring }: DeploymentPorts,
  id: string,
  url: string,
  query: z.output<typeof SegmentValueQuery>,
) {
  await getDeploymentOrThrow(ctx, id, 'write');
  const attribute = query.segmentAttribute ?? query.segment_attribute ?? 'DataRobot-Consumer';
  const text = query.search?.toLowerCase() ?? '';
  const all = (await monitoring.segmentValuesOf(ctx, id, attribute)).filter((value) =>
    value.toLowerCase().includes(text),
  );
  return page(ctx.links, url, query, all.slice(query.offset, query.offset + query.limit), all.length);
}

/** Every model that answered, the one of today first. */
export async function listModelHistory(ctx: Ctx, id: string, url: string, window: z.output<typeof HistoryQuery>) {
  await getDeploymentOrThrow(ctx, id, 'read');
  const { queries } = ctx.db;
  const all = await deploymentModelStore(queries).history(id);
  const rows = all.slice(window.offset, window.offset + window.limit);
  const packageIds = rows.map((row) => row.package_id);
  const packages = new Map(
    (await deploymentStore(queries).packages(ctx.actor.organizationId, packageIds)).map((row) => [row.id, row]),
  );
  const names = await findUsernames(
    queries,
    rows.map((row) => row.deployed_by),
  );
  const shown = rows.flatMap((row) => {
    const model = packages.get(row.package_id);
    if (model === undefined) return [];
    return {
      ...apiFields(model, 'model_id', 'model_type', 'registered_model_id', 'project_id', 'project_name'),
      modelPackageId: model.id,
      modelPackageName: model.name,
      targetName: model.target.name,
      targetType: model.target.type,
      isCurrent: row.replaced_at === null,
      ...apiFields(row, 'deployed_at', 'replaced_at', 'reason'),
      deployedBy: { id: row.deployed_by, username: names.get(row.deployed_by) ?? null },
    };
  });
  return page(ctx.links, url, window, shown, all.length);
}

const MOST_SEGMENT_ATTRIBUTES = 10;

export async function getLimits(ctx: Ctx, { limitsOf }: DeploymentPorts, id: string) {
  const row = await getDeploymentOrThrow(ctx, id, 'read');
  return {
    ...(await limitsOf(ctx.db.queries, row)),
    segmentAttributes: { limit: MOST_SEGMENT_ATTRIBUTES, count: row.settings.segmentAnalysis.attributes.length },
    tags: { limit: MOST_TAGS, count: row.tags.length },
  };
}
