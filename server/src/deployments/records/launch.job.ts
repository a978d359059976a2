import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { finalInterruption } from '#platform/jobs/job-interrupted.ts';
import type { JobKind, JobRun } from '#platform/jobs/jobs.ts';
import type { DeploymentRow, DeploymentStatus, ModelPackageRow } from '../deployments.tables.ts';
import { endedUnbuilt } from '../registry/lost-build.ts';
import { RegistryProblems } from '../registry/registry.problems.ts';
import { requireDeployable } from '../registry/the-package.ts';
import { anyDeployment, deploymentChanged, deploymentStore } from './deployment.store.ts';
import { deploymentPath } from './settled.ts';

const Input = z.strictObject({ deploymentId: z.string(), status: z.enum(['active', 'inactive']) });
const POLL_MS = 250;

/** Waits until the version is built, without taking a heavy place, and opens the deployment. */
export const launchJob: JobKind<z.output<typeof Input>> = {
  name: 'deployments.launch',
  input: Input,
  lane: 'light',
  // It waits for a model.
  limits: 'training',
  retries: 5,
  async run(platform, { deploymentId, status }, run) {
    const row = await anyDeployment(platform.db.queries, deploymentId);
    if (row === undefined) return undefined;
    const settle = (to: DeploymentStatus) => leave(platform, row, 'launching', to);
    const built = await builtPackage(platform, row.organization_id, row.package_id, run, () => settle('errored'));
    const failed = built.build_status === 'failed';
    await settle(failed ? 'errored' : status);
    if (failed) requireDeployable(built);
    return { location: deploymentPath(deploymentId) };
  },
};

/** Ends a state that is not to last, unless somebody did so already. */
export async function leave(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { id, organization_id: organizationId }: Pick<DeploymentRow, 'id' | 'organization_id'>,
  from: DeploymentStatus,
  to: DeploymentStatus,
): Promise<void> {
  await db.transaction(async (tx) => {
    const deployments = deploymentStore(tx);
    if ((await deployments.lock(organizationId, id))?.status !== from) return;
    await deployments.change(organizationId, id, { status: to, updated_at: now() });
    await deploymentChanged(tx, id);
  });
}

/** The version once nobody works on it any more: complete or failed. A wait that is cancelled is not begun again. */
export async function builtPackage(
  platform: Platform,
  organizationId: string,
  packageId: string,
  run: JobRun,
  onCancelled: () => Promise<void>,
): Promise<ModelPackageRow> {
  for (;;) {
    const found = await deploymentStore(platform.db.queries).packages(organizationId, [packageId]);
    const [row] = await endedUnbuilt(platform, found);
    if (row === undefined) return refuse(RegistryProblems.noSuchPackage, packageId);
    if (row.build_status !== 'inProgress') return row;
    try {
      await pause(POLL_MS, undefined, { signal: run.signal });
    } catch (error) {
      if (finalInterruption(run.signal) !== undefined) await onCancelled();
      throw error;
    }
  }
}
