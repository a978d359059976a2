import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { stopReplay } from '../challengers/replay-requests.ts';
import { DeploymentProblems } from '../records/deployment.problems.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import type { DeploymentSettings } from '../records/deployment-settings.ts';
import { getChampionOrThrow, getDeploymentOrThrow } from '../records/get-deployment.ts';
import { acceptedStatus, completedStatus, deploymentPath } from '../status-replies.ts';
import { changedHealth, defaultHealth, resolveHealthSettings, wrongHealth } from './health-settings.rules.ts';
import { applyChange, modelMetadata, wrongSettings } from './settings.rules.ts';
import type { HealthSettings, HealthSettingsChange, Settings, SettingsChange } from './settings.schema.ts';

export const getSettings = async (ctx: Ctx, id: string) =>
  toSettings((await getDeploymentOrThrow(ctx, id, 'read')).settings);

/** All of the change or nothing; what it leaves out stays as it is. */
export async function changeSettings(ctx: Ctx, id: string, change: z.output<typeof SettingsChange>): Promise<Reply> {
  await getDeploymentOrThrow(ctx, id, 'write');
  const { organizationId } = ctx.actor;
  const statusId = await ctx.db.transaction(async (tx) => {
    const store = deploymentStore(tx);
    const row = (await store.lock(organizationId, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    const [model] = await store.packages(organizationId, [row.package_id]);
    const after = applyChange(row.settings, change);
    const errors = model === undefined ? {} : wrongSettings(change, after, modelMetadata(model));
    if (Object.keys(errors).length > 0) throw invalidFields(errors);
    await store.change(organizationId, id, { settings: JSON.stringify(after), updated_at: ctx.now() });
    if (!after.challengerModels.enabled) await stopReplay(tx, row);
    return completedStatus(ctx, tx, deploymentPath(id), 'Changing settings');
  });
  return acceptedStatus(statusId);
}

function toSettings(settings: DeploymentSettings): z.infer<typeof Settings> {
  const bounds = settings.predictionWarning.customBoundaries;
  return {
    ...settings,
    predictionWarning: {
      enabled: settings.predictionWarning.enabled,
      customBoundaries: bounds && { ...bounds, lowerBoundary: bounds.lower, upperBoundary: bounds.upper },
    },
    segmentAnalysis: { ...settings.segmentAnalysis, customAttributes: [] },
  };
}

export async function getHealthSettings(ctx: Ctx, id: string): Promise<HealthSettings> {
  const row = await getDeploymentOrThrow(ctx, id, 'read');
  return resolveHealthSettings(row, await getChampionOrThrow(ctx, row));
}

export const getDefaultHealthSettings = async (ctx: Ctx, id: string): Promise<HealthSettings> =>
  defaultHealth(await getChampionOrThrow(ctx, await getDeploymentOrThrow(ctx, id, 'read')));

export async function changeHealthSettings(
  ctx: Ctx,
  id: string,
  change: z.output<typeof HealthSettingsChange>,
): Promise<HealthSettings> {
  const before = await getDeploymentOrThrow(ctx, id, 'write');
  const said = Object.values(change).some((section) => section !== null && section !== undefined);
  if (!said) throw invalidFields({ body: 'Send at least one section of health settings' });
  const model = await getChampionOrThrow(ctx, before);
  return ctx.db.transaction(async (tx) => {
    const store = deploymentStore(tx);
    const row = (await store.lock(ctx.actor.organizationId, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    const kept = changedHealth(row.health_settings, change);
    const after = resolveHealthSettings({ health_settings: kept }, model);
    const errors = wrongHealth(change, after, row.settings, modelMetadata(model).columns);
    if (Object.keys(errors).length > 0) throw invalidFields(errors);
    const health = { health_settings: JSON.stringify(kept), updated_at: ctx.now() };
    await store.change(ctx.actor.organizationId, id, health);
    return after;
  });
}
