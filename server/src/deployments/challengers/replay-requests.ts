import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields, Problem, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { scheduleWork, unscheduleWork } from '#platform/jobs/schedule/schedule.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import { DeploymentProblems } from '../records/deployment.problems.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import { getDeploymentOrThrow } from '../records/get-deployment.ts';
import { ChallengerProblems } from './challenger.problems.ts';
import type { ReplayBody, ReplaySettings, ReplaySettingsChange } from './challenger.schema.ts';
import { challengerStore } from './challenger.store.ts';
import { findOpenReplay, replayJob } from './replay.job.ts';

const RETRY_SECONDS = 10;

/** Challengers answer what the champion was asked up to a moment, one replay of a deployment at a time. */
export async function startReplay(ctx: Ctx, id: string, options: z.output<typeof ReplayBody>): Promise<Reply> {
  const deployment = await getDeploymentOrThrow(ctx, id, 'write');
  if (!deployment.settings.challengerModels.enabled) refuse(ChallengerProblems.notEnabled, id);
  const { organizationId } = ctx.actor;
  const challengers = await challengerStore(ctx.db.queries).list(organizationId, id);
  if (challengers.length === 0) refuse(ChallengerProblems.noChallengers, id);
  const until = momentOf(options.timestamp, ctx.now());
  const statusId = await ctx.db.transaction(async (tx) => {
    await deploymentStore(tx).lock(organizationId, id);
    const running = await findOpenReplay(tx, organizationId, id);
    if (running !== undefined) throw stillReplaying(ctx, running);
    const about = { type: DEPLOYMENT.type, id };
    const options = { actor: ctx.actor, description: 'Replaying requests with challengers', statusType: id, about };
    return ctx.jobs.enqueue(tx, replayJob, { deploymentId: id, until: until.toISOString() }, options);
  });
  return accepted(statusId);
}

function momentOf(said: string | null | undefined, now: Date): Date {
  if (!said) return now;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(said) ? said : said.includes('T') ? `${said}Z` : said;
  const moment = new Date(zoned);
  if (moment.getTime() > now.getTime() + 60_000)
    throw invalidFields({ timestamp: `${said} is in the future: requests are replayed up to a moment that was` });
  return moment;
}

function stillReplaying(ctx: Ctx, statusId: string): Problem {
  const location = ctx.links.absolute(`/api/v2/status/${statusId}/`);
  const { code, message } = ChallengerProblems.replaying;
  return new Problem(429, code, message(), { headers: { location, 'retry-after': String(RETRY_SECONDS) } });
}

type ReplyOptions = z.infer<typeof ReplaySettings>;

const showSettings = ({ replay_settings: kept }: Pick<DeploymentRow, 'replay_settings'>): ReplyOptions => {
  const { enabled, schedule } = kept as Partial<ReplyOptions>;
  return { enabled: enabled === true, ...(schedule ? { schedule } : {}) };
};

export const getReplaySettings = async (ctx: Ctx, id: string): Promise<ReplyOptions> =>
  showSettings(await getDeploymentOrThrow(ctx, id, 'read'));

/** Schedules the replay of prediction requests by the challengers. A schedule is kept while it is switched off. */
export async function changeReplaySettings(
  ctx: Ctx,
  id: string,
  body: z.output<typeof ReplaySettingsChange>,
): Promise<ReplyOptions> {
  await getDeploymentOrThrow(ctx, id, 'write');
  const { organizationId } = ctx.actor;
  return ctx.db.transaction(async (tx) => {
    const store = deploymentStore(tx);
    const row = (await store.lock(organizationId, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    const schedule = body.schedule ?? showSettings(row).schedule;
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
  const before = showSettings(row);
  if (!before.enabled) return;
  const after = JSON.stringify({ ...before, enabled: false });
  await deploymentStore(tx).change(row.organization_id, row.id, { replay_settings: after });
  await unscheduleWork(tx, replayJob, row.id);
}
