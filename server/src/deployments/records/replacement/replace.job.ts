import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { DeploymentStatus } from '../../deployments.tables.ts';
import { demandDeployable } from '../../registry/the-package.ts';
import { anyDeployment, deploymentChanged, deploymentStore } from '../deployment.store.ts';
import { builtPackage } from '../launch.job.ts';
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
  retries: 5,
  async run(platform, { deploymentId, packageId, reason, status }, run) {
    const before = await anyDeployment(platform.db.queries, deploymentId);
    if (before === undefined) return undefined;
    const { organization_id: organizationId } = before;
    const next = await builtPackage(platform, organizationId, packageId, run);
    await platform.db.transaction(async (tx) => {
      const store = deploymentStore(tx);
      const row = await store.lock(organizationId, deploymentId);
      if (row?.status !== 'replacingModel') return;
      if (next.build_status === 'complete') {
        await putChampion(tx, row, { next, reason, by: run.actor.userId, at: platform.now(), status });
        return;
      }
      await store.change(organizationId, deploymentId, { status, updated_at: platform.now() });
      await deploymentChanged(tx, deploymentId);
    });
    demandDeployable(next);
    return { location: deploymentPath(deploymentId) };
  },
};
