import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { DeploymentProblems } from '../records/deployment.problems.ts';
import { deploymentChanged, deploymentStore } from '../records/deployment.store.ts';
import { getDeploymentOrThrow } from '../records/get-deployment.ts';
import { changedHealth, defaultHealth, healthSettings, wrongHealth } from './health-settings.rules.ts';
import type { HealthSettings, HealthSettingsChange } from './health-settings.schema.ts';
import { modelFacts } from './settings.rules.ts';

async function withModel(ctx: Ctx, id: string) {
  const row = await getDeploymentOrThrow(ctx, id, 'read');
  const [model] = await deploymentStore(ctx.db.queries).packages(ctx.actor.organizationId, [row.package_id]);
  return { row, model: model ?? refuse(DeploymentProblems.noSuchDeployment, id) };
}

export async function getHealthSettings(ctx: Ctx, id: string): Promise<HealthSettings> {
  const { row, model } = await withModel(ctx, id);
  return healthSettings(row, model);
}

export const getDefaultHealthSettings = async (ctx: Ctx, id: string): Promise<HealthSettings> =>
  defaultHealth((await withModel(ctx, id)).model);

export async function changeHealthSettings(
  ctx: Ctx,
  id: string,
  change: z.output<typeof HealthSettingsChange>,
): Promise<HealthSettings> {
  await getDeploymentOrThrow(ctx, id, 'write');
  const said = Object.values(change).some((section) => section !== null && section !== undefined);
  if (!said) throw invalidFields({ body: 'Send at least one section of health settings' });
  const { model } = await withModel(ctx, id);
  return ctx.db.transaction(async (tx) => {
    const store = deploymentStore(tx);
    const row = (await store.lock(ctx.actor.organizationId, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    const kept = changedHealth(row.health_settings, change);
    const after = healthSettings({ health_settings: kept }, model);
    const errors = wrongHealth(change, after, row.settings, modelFacts(model).columns);
    if (Object.keys(errors).length > 0) throw invalidFields(errors);
    const health = { health_settings: JSON.stringify(kept), updated_at: ctx.now() };
    await store.change(ctx.actor.organizationId, id, health);
    await deploymentChanged(tx, id);
    return after;
  });
}
