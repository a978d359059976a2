import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import type { Reply } from '#platform/http/reply.ts';
import { stopReplay } from '../challengers/replay-requests.ts';
import { DeploymentProblems } from '../records/deployment.problems.ts';
import { deploymentChanged, deploymentStore } from '../records/deployment.store.ts';
import { getDeploymentOrThrow } from '../records/get-deployment.ts';
import { deploymentPath, settled, underway } from '../status-replies.ts';
import { toSettings } from './settings.record.ts';
import { changed, modelFacts, wrongSettings } from './settings.rules.ts';
import type { SettingsChange } from './settings.schema.ts';

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
    const after = changed(row.settings, change);
    const errors = model === undefined ? {} : wrongSettings(change, after, modelFacts(model));
    if (Object.keys(errors).length > 0) throw invalidFields(errors);
    await store.change(organizationId, id, { settings: JSON.stringify(after), updated_at: ctx.now() });
    if (!after.challengerModels.enabled) await stopReplay(tx, row);
    await deploymentChanged(tx, id);
    return settled(ctx, tx, deploymentPath(id), 'Changing settings');
  });
  return underway(statusId);
}
