import { EngineProblem } from '@almanac/engine';
import { z } from 'zod';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import { Problem, refuse } from '#platform/http/problem.ts';
import { finalInterruption } from '#platform/jobs/jobs.ts';
import { packageModel } from '#projects';
import { packageBlobs } from '../model-manifest.ts';
import { packageStore } from './package.store.ts';
import { RegistryProblems } from './registry.problems.ts';

const RETRIES = 2;

/** Takes a model out of its project into its package. */
export const buildJob: JobKind<{ packageId: string }> = {
  name: 'deployments.build-package',
  input: z.strictObject({ packageId: z.string() }),
  limits: 'training',
  retries: RETRIES,
  async run(platform, { packageId }, run) {
    await buildPackage(platform, packageId, run, run.attempt > RETRIES);
    return { location: `/api/v2/modelPackages/${packageId}/` };
  },
};

/** A failed build is stored with its reason; unexpected errors only at the last attempt. */
async function buildPackage(platform: Platform, packageId: string, run: JobRun, lastAttempt: boolean): Promise<void> {
  const packages = packageStore(platform.db.queries);
  const row = await packages.anyById(packageId);
  if (row === undefined) return refuse(RegistryProblems.noSuchPackage, packageId);
  if (row.build_status === 'failed') refuse(RegistryProblems.buildFailed, packageId, row.build_error ?? '');
  if (row.build_status === 'complete' || row.project_id === null) return;
  try {
    const order = { projectId: row.project_id, modelId: row.model_id, prefix: packageBlobs(packageId) };
    const packaged = await packageModel(platform, order, run);
    await packages.built(packageId, { format: 1, ...packaged }, platform.now());
  } catch (error) {
    const why = run.signal.aborted
      ? cancellation(run.signal)
      : (refusalOf(error) ?? (lastAttempt ? OUR_FAULT : undefined));
    if (why === undefined) throw error;
    await forget(platform, packageId);
    await packages.failed(packageId, why.message, platform.now());
    throw why;
  }
}

const OUR_FAULT = new Problem(
  500,
  'registry.build_broke',
  'It failed for a reason on our side; the log of the worker has it.',
);

/** Work that was cancelled or is at a limit is not begun again; work that was interrupted is. */
function cancellation(signal: AbortSignal): Problem | undefined {
  const end = finalInterruption(signal);
  if (end === undefined) return undefined;
  return end.limit ?? new Problem(422, 'registry.build_cancelled', 'It was cancelled.');
}

function refusalOf(error: unknown): Problem | undefined {
  if (error instanceof Problem && error.status < 500) return error;
  return error instanceof EngineProblem ? new Problem(422, error.code, error.message) : undefined;
}

/** Nothing is left behind of a build that failed, also when this process is killed before it says so. */
async function forget({ blobs }: Platform, packageId: string): Promise<void> {
  for await (const key of blobs.list(packageBlobs(packageId))) await blobs.delete(key);
}
