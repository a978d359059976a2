import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { scheduleWork, unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { replayJob } from '../challengers/replay.job.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import { DeploymentProblems } from '../records/deployment.problems.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import { getDeploymentOrThrow } from '../records/the-deployment.ts';
import type { ReplaySettings, ReplaySettingsChange } from './replay-settings.schema.ts';

type Shown = z.infer<typeof ReplaySettings>;

const shown = ({ replay_settings: kept }: Pick<DeploymentRow, 'replay_settings'>): Shown => {
  const { enabled, schedule } = kept as Partial<Shown>;
  return { enabled: enabled === true, ...(schedule ? { schedule } : {}) };
};

export const getReplaySettings = async (ctx: Ctx, id: string): Promise<Shown> =>
  shown(await getDeploymentOrThrow(ctx, id, 'read'));

/** When challengers answer again what the champion was asked. A schedule is kept while it is switched off. */
export async function changeReplaySettings(
  ctx: Ctx,
  id: string,
  body: z.output<typeof ReplaySettingsChange>,
): Promise<Shown> {
  await getDeploymentOrThrow(ctx, id, 'write');
  const { organizationId } = ctx.actor;
  return ctx.db.transaction(async (tx) => {
    const store = deploymentStore(tx);
    const row = (await store.lock(organizationId, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    const schedule = body.schedule ?? shown(row).schedule;
    if (body.enabled && !row.settings.challengerModels.enabled) {
      throw invalidFields({ enabled: 'Enable challengerModels in the settings of the deployment first' });
    }
    if (body.enabled && schedule === undefined) throw invalidFields({ schedule: 'Send a schedule to enable replay' });
    const after = { enabled: body.enabled, ...(schedule ? { schedule } : {}) };
    await store.change(organizationId, id, { replay_settings: JSON.stringify(after), updated_at: ctx.now() });
    if (body.enabled && schedule !== undefined) {
      const work = { kind: replayJob, subject: id, input: { deploymentId: id }, schedule, actor: ctx.actor };
      await scheduleWork(ctx, tx, work);
    } else await unscheduleWork(tx, replayJob, id);
    return after;
  });
}

/** Without challengers there is nothing to replay. The caller holds the deployment. */
export async function stopReplay(tx: Tx, row: DeploymentRow): Promise<void> {
  const before = shown(row);
  if (!before.enabled) return;
  const after = JSON.stringify({ ...before, enabled: false });
  await deploymentStore(tx).change(row.organization_id, row.id, { replay_settings: after });
  await unscheduleWork(tx, replayJob, row.id);
}
