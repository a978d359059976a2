import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import { finalInterruption } from '#platform/jobs/jobs.ts';
import type { DeploymentRow, DeploymentStatus, ModelPackageRow } from '../deployments.tables.ts';
import { endLostBuilds } from '../registry/packages.ts';
import { requireDeployable } from '../registry/registry.kind.ts';
import { RegistryProblems } from '../registry/registry.problems.ts';
import { deploymentPath } from '../status-replies.ts';
import { anyDeployment, deploymentModelStore, deploymentStore } from './deployment.store.ts';

const ReplaceInput = z.strictObject({
  deploymentId: z.string(),
  packageId: z.string(),
  reason: z.string(),
  /** Before. */
  status: z.custom<DeploymentStatus>((value) => typeof value === 'string'),
});

/** For a version that is still being built: the current model answers until it is. */
export const replaceJob: JobKind<z.output<typeof ReplaceInput>> = {
  name: 'deployments.replace',
  input: ReplaceInput,
  lane: 'light',
  // It waits for a model.
  limits: 'training',
  retries: 5,
  async run(platform, { deploymentId, packageId, reason, status }, run) {
    const before = await anyDeployment(platform.db.queries, deploymentId);
    if (before === undefined) return undefined;
    const { organization_id: organizationId } = before;
    const asBefore = () => leave(platform, before, 'replacingModel', status);
    const next = await waitForBuild(platform, organizationId, packageId, run, asBefore);
    if (next.build_status !== 'complete' || next.is_archived) await asBefore();
    requireDeployable(next);
    await platform.db.transaction(async (tx) => {
      const store = deploymentStore(tx);
      const row = await store.lock(organizationId, deploymentId);
      if (row?.status !== 'replacingModel') return;
      await setChampion(tx, row, { next, reason, by: run.actor.userId, at: platform.now(), status });
    });
    return { location: deploymentPath(deploymentId) };
  },
};

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
    const built = await waitForBuild(platform, row.organization_id, row.package_id, run, () => settle('errored'));
    const failed = built.build_status === 'failed';
    await settle(failed ? 'errored' : status);
    if (failed) requireDeployable(built);
    return { location: deploymentPath(deploymentId) };
  },
};

/** Leaves a transitional status, unless it was left already. */
async function leave(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { id, organization_id: organizationId }: Pick<DeploymentRow, 'id' | 'organization_id'>,
  from: DeploymentStatus,
  to: DeploymentStatus,
): Promise<void> {
  await db.transaction(async (tx) => {
    const deployments = deploymentStore(tx);
    if ((await deployments.lock(organizationId, id))?.status !== from) return;
    await deployments.change(organizationId, id, { status: to, updated_at: now() });
  });
}

/** Waits until the build of a version has ended: complete or failed. A cancelled wait is not retried. */
async function waitForBuild(
  platform: Platform,
  organizationId: string,
  packageId: string,
  run: JobRun,
  onCancelled: () => Promise<void>,
): Promise<ModelPackageRow> {
  for (;;) {
    const found = await deploymentStore(platform.db.queries).packages(organizationId, [packageId]);
    const [row] = await endLostBuilds(platform, found);
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

interface Champion {
  readonly next: ModelPackageRow;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
  /** What the deployment goes back to, where it was waiting. */
  readonly status?: DeploymentStatus;
}

/** Takes effect with the commit. The caller holds the lock of the row. */
export async function setChampion(
  tx: Tx,
  row: DeploymentRow,
  { next, reason, by, at, status }: Champion,
): Promise<void> {
  await deploymentStore(tx).change(row.organization_id, row.id, { package_id: next.id, updated_at: at, status });
  await deploymentModelStore(tx).put(row.id, next, { reason, by, at });
}
