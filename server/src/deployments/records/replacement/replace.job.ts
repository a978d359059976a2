import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { DeploymentStatus } from '../../deployments.tables.ts';
import { requireDeployable } from '../../registry/the-package.ts';
import { anyDeployment, deploymentStore } from '../deployment.store.ts';
import { builtPackage, leave } from '../launch.job.ts';
import { deploymentPath } from '../settled.ts';
import { putChampion } from './put-champion.ts';

const Input = z.strictObject({
  deploymentId: z.string(),
  packageId: z.string(),
  reason: z.string(),
  /** Before. */
  status: z.custom<DeploymentStatus>((value) => typeof value === 'string'),
});

/** For a version that is still being built: the current model answers until it is. */
export const replaceJob: JobKind<z.output<typeof Input>> = {
  name: 'deployments.replace',
  input: Input,
  lane: 'light',
  // It waits for a model.
  limits: 'training',
  retries: 5,
  async run(platform, { deploymentId, packageId, reason, status }, run) {
    const before = await anyDeployment(platform.db.queries, deploymentId);
    if (before === undefined) return undefined;
    const { organization_id: organizationId } = before;
    const asBefore = () => leave(platform, before, 'replacingModel', status);
    const next = await builtPackage(platform, organizationId, packageId, run, asBefore);
    if (next.build_status !== 'complete' || next.is_archived) await asBefore();
    requireDeployable(next);
    await platform.db.transaction(async (tx) => {
      const store = deploymentStore(tx);
      const row = await store.lock(organizationId, deploymentId);
      if (row?.status !== 'replacingModel') return;
      await putChampion(tx, row, { next, reason, by: run.actor.userId, at: platform.now(), status });
    });
    return { location: deploymentPath(deploymentId) };
  },
};
