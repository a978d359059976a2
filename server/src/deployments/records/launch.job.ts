import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { JobKind, JobRun } from '#platform/jobs/jobs.ts';
import type { ModelPackageRow } from '../deployments.tables.ts';
import { endedUnbuilt } from '../registry/lost-build.ts';
import { RegistryProblems } from '../registry/registry.problems.ts';
import { demandDeployable } from '../registry/the-package.ts';
import { anyDeployment, deploymentChanged, deploymentStore } from './deployment.store.ts';
import { deploymentPath } from './settled.ts';

const Input = z.strictObject({ deploymentId: z.string(), status: z.enum(['active', 'inactive']) });
const POLL_MS = 250;

/** Waits until the version is built, without taking a heavy place, and opens the deployment. */
export const launchJob: JobKind<z.output<typeof Input>> = {
  name: 'deployments.launch',
  input: Input,
  lane: 'light',
  retries: 5,
  async run(platform, { deploymentId, status }, run) {
    const row = await anyDeployment(platform.db.queries, deploymentId);
    if (row === undefined) return undefined;
    const { organization_id: organizationId } = row;
    const built = await builtPackage(platform, organizationId, row.package_id, run);
    const failed = built.build_status === 'failed';
    await platform.db.transaction(async (tx) => {
      const deployments = deploymentStore(tx);
      const now = await deployments.lock(organizationId, deploymentId);
      if (now?.status !== 'launching') return;
      await deployments.change(organizationId, deploymentId, {
        status: failed ? 'errored' : status,
        updated_at: platform.now(),
      });
      await deploymentChanged(tx, deploymentId);
    });
    if (failed) demandDeployable(built);
    return { location: deploymentPath(deploymentId) };
  },
};

/** The version once nobody works on it any more: complete or failed. */
export async function builtPackage(
  platform: Platform,
  organizationId: string,
  packageId: string,
  run: JobRun,
): Promise<ModelPackageRow> {
  for (;;) {
    const found = await deploymentStore(platform.db.queries).packages(organizationId, [packageId]);
    const [row] = await endedUnbuilt(platform, found);
    if (row === undefined) return refuse(RegistryProblems.noSuchPackage, packageId);
    if (row.build_status !== 'inProgress') return row;
    await pause(POLL_MS, undefined, { signal: run.signal });
  }
}
