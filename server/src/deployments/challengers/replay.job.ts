import { z } from 'zod';
import type { Queries } from '#platform/db/database.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { deploymentPath } from '../records/settled.ts';
import { replay } from './replay.ts';

const Input = z.strictObject({ deploymentId: z.string(), until: z.iso.datetime().optional() });

/** Challengers answer what the champion was asked since they last did. */
export const replayJob: JobKind<z.output<typeof Input>> = {
  name: 'deployments.replay',
  input: Input,
  limits: 'scoring',
  retries: 2,
  async run(platform, { deploymentId, until }, run) {
    await replay(platform, deploymentId, until === undefined ? platform.now() : new Date(until), run);
    return { location: `${deploymentPath(deploymentId)}challengers/` };
  },
};

/** The status id of the replay of a deployment that waits or runs. */
export async function openReplay(db: Queries, organizationId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('job_records')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', replayJob.name)
    .where('status', 'in', ['INITIALIZED', 'RUNNING'])
    .where('status_type', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
