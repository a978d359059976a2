import type { JobRun, Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { inBackground } from '#platform/in-background.ts';
import { limitsOfSignal } from '#platform/jobs/job-limits.ts';
import type { DeploymentRow } from '../../deployments.tables.ts';
import { findMonitoringBatches } from '../../recording/monitoring-batches.ts';
import { deploymentStore } from '../../records/deployment.store.ts';
import { packageStore } from '../../registry/package.store.ts';
import { loadModelFiles } from '../../scoring/load-model.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import { fetchIntake } from '../intake/fetch-intake.ts';
import { batchJobStore } from '../jobs/batch-job.store.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import { endJob } from '../jobs/end-job.ts';
import { openReporting } from '../monitoring/reported-predictions.ts';
import { deliverResults } from '../output/results.ts';
import { chunkPlanOf } from '../thread/chunk-plan.ts';
import { type BatchRun, chunkRecorder } from './batch-run.ts';
import { openChunkThreads } from './chunk-threads.ts';
import { NoRows, scoreIntake } from './score-intake.ts';

/** One run of a job: from where it was left to its end. Throws `NoMoreRows` where it has to wait for rows. */
export async function runBatch(platform: Platform, job: BatchJobRow, run: JobRun): Promise<void> {
  await begin(platform, job, run);
  if (job.intake_type !== 'localFile' && job.intake_state !== 'whole') await fetchIntake(platform, job, run);
  const batching = await (job.kind === 'monitoring' ? openReporting(platform, job, run) : open(platform, job, run));
  const stop = () => inBackground(platform.log, 'ending scoring threads', () => batching.threads.close());
  run.signal.addEventListener('abort', stop, { once: true });
  try {
    const reached = await scoreIntake(platform, batching, run);
    if (reached.rows + reached.failed + reached.skipped === 0) throw new NoRows();
  } finally {
    run.signal.removeEventListener('abort', stop);
    await batching.threads.close();
  }
  if (job.kind === 'prediction' && job.output_type !== 'localFile') await deliverResults(platform, job, run);
  await complete(platform, job.id);
}

/** The first run of a job; with it begins its monitoring batch, where the deployment has such. */
async function begin(platform: Platform, job: BatchJobRow, { actor }: JobRun): Promise<void> {
  if (job.status !== 'INITIALIZING') return;
  const isWatched = (await deploymentOf(platform, job))?.settings.batchMonitoring.enabled ?? false;
  await platform.db.transaction(async (tx) => {
    const jobs = batchJobStore(tx);
    const now = platform.now();
    if ((await jobs.lock(job.id))?.status !== 'INITIALIZING') return;
    const batchId = isWatched ? await monitoringBatch(platform, tx, job, actor) : null;
    await jobs.change(job.id, { status: 'RUNNING', started_at: now, monitoring_batch_id: batchId });
    await jobs.log(job.id, `Scoring began at ${now.toISOString()}`);
  });
}

async function monitoringBatch(platform: Platform, tx: Tx, job: BatchJobRow, actor: JobRun['actor']) {
  const now = platform.now();
  const { organization_id: organizationId, deployment_id: deploymentId, id: jobId } = job;
  const prefix = job.spec.monitoringBatchPrefix ?? 'Batch predictions';
  const createdBy = { userId: actor.userId, username: actor.username };
  const batch = {
    organizationId,
    deploymentId: deploymentId ?? '',
    name: `${prefix} ${now.toISOString()}`,
    jobId,
    createdBy,
  };
  return (await findMonitoringBatches(platform)?.begin(tx, batch, now)) ?? null;
}

const deploymentOf = async ({ db }: Platform, job: BatchJobRow): Promise<DeploymentRow | null> =>
  job.deployment_id === null
    ? null
    : ((await deploymentStore(db.queries).byId(job.organization_id, job.deployment_id)) ?? null);

async function open(platform: Platform, job: BatchJobRow, run: JobRun): Promise<BatchRun> {
  const { db } = platform;
  const version = await packageStore(db.queries).anyById(job.package_id);
  if (!version?.bundle) throw new Error(`Version ${job.package_id} of batch job ${job.id} is gone.`);
  const deployment = await deploymentOf(platform, job);
  const spec = job.spec as BatchSpec;
  const source = await loadModelFiles(platform, {
    id: version.id,
    modelId: version.model_id,
    manifest: version.bundle,
  });
  const fresh = await batchJobStore(db.queries).anyById(job.id);
  const plan = chunkPlanOf(spec, deployment, version, platform.config.predictionColumns);
  let noted = 0;
  return {
    job,
    spec,
    isSeries: version.bundle.artifact.kind === 'forecaster',
    threads: openChunkThreads(spec.numConcurrent, source, plan, limitsOfSignal(run.signal)),
    async noteFailure(why) {
      if (why !== null && noted++ < 20) await batchJobStore(db.queries).log(job.id, `A row was not scored: ${why}`);
    },
    record: chunkRecorder(platform, fresh ?? job, run.actor, spec),
  };
}

async function complete(platform: Platform, id: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    const job = await batchJobStore(tx).lock(id);
    const line = `${job?.scored_rows} rows were scored, ${job?.failed_rows} failed, ${job?.skipped_rows} were skipped`;
    await endJob(platform, tx, id, { status: 'COMPLETED', line });
  });
}
