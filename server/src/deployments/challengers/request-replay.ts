import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { invalidFields, Problem, refuse } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { DEPLOYMENT } from '../records/deployment.kind.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import { getDeploymentOrThrow } from '../records/the-deployment.ts';
import { ChallengerProblems } from './challenger.problems.ts';
import type { ReplayWish } from './challenger.schema.ts';
import { challengerStore } from './challenger.store.ts';
import { openReplay, replayJob } from './replay.job.ts';

const RETRY_SECONDS = 10;

/** Challengers answer what the champion was asked up to a moment, one replay of a deployment at a time. */
export async function requestReplay(ctx: Ctx, id: string, wish: z.output<typeof ReplayWish>): Promise<Reply> {
  const deployment = await getDeploymentOrThrow(ctx, id, 'write');
  if (!deployment.settings.challengerModels.enabled) refuse(ChallengerProblems.notEnabled, id);
  const { organizationId } = ctx.actor;
  const challengers = await challengerStore(ctx.db.queries).list(organizationId, id);
  if (challengers.length === 0) refuse(ChallengerProblems.noChallengers, id);
  const until = parseTimestamp(wish.timestamp, ctx.now());
  const statusId = await ctx.db.transaction(async (tx) => {
    await deploymentStore(tx).lock(organizationId, id);
    const running = await openReplay(tx, organizationId, id);
    if (running !== undefined) throw stillReplaying(ctx, running);
    const about = { type: DEPLOYMENT.type, id };
    const options = { actor: ctx.actor, description: 'Replaying requests with challengers', statusType: id, about };
    return ctx.jobs.enqueue(tx, replayJob, { deploymentId: id, until: until.toISOString() }, options);
  });
  return accepted(statusId);
}

function parseTimestamp(said: string | null | undefined, now: Date): Date {
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
