import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';

const Input = z.strictObject({ location: z.string() });

/** Clients wait for a status wherever the contract has one; this is the status of what was done at once. */
export const settledJob: JobKind<z.output<typeof Input>> = {
  name: 'deployments.settled',
  input: Input,
  lane: 'light',
  retries: 5,
  run: async (_platform, { location }) => ({ location }),
};

/** Answers the status id. */
export const settled = (ctx: Ctx, tx: Tx, location: string, description: string): Promise<string> =>
  ctx.jobs.enqueue(tx, settledJob, { location }, { actor: ctx.actor, description });

export const deploymentPath = (id: string): string => `/api/v2/deployments/${id}/`;

/** For PATCH: some clients take no body with 202. */
export const underway = (statusId: string): Reply => answer(202, { location: `/api/v2/status/${statusId}/` });
