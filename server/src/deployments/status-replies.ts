import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { answer, type Reply } from '#platform/http/reply.ts';
import { noteDone } from '#platform/jobs/note-done.ts';

/** Clients wait for a status wherever the contract has one, also for what was done at once. Answers its id. */
export const completedStatus = (ctx: Ctx, tx: Tx, location: string, description: string): Promise<string> =>
  noteDone(tx, { kind: 'deployments.settled', actor: ctx.actor, location, description });

export const deploymentPath = (id: string): string => `/api/v2/deployments/${id}/`;

/** For PATCH: some clients take no body with 202. */
export const acceptedStatus = (statusId: string): Reply => answer(202, { location: `/api/v2/status/${statusId}/` });
