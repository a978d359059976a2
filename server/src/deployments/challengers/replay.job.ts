import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ChallengerRow, DeploymentRow, ModelPackageRow } from '../deployments.tables.ts';
import type { PredictionRecord } from '../recording/prediction-record.ts';
import { getRecorder } from '../recording/recorder.ts';
import { anyDeployment, deploymentStore } from '../records/deployment.store.ts';
import { type CachedModel, openModel } from '../scoring/cached-model.ts';
import { loadModelFiles } from '../scoring/load-model.ts';
import { readRecordedRows } from '../scoring/rows/read-rows.ts';
import { UnreadableRows } from '../scoring/rows/sent-rows.ts';
import { scoreRows } from '../scoring/score-rows.ts';
import { ScoringRefusal } from '../scoring/scoring-refusal.ts';
import { DEFAULT_OPTIONS } from '../scoring/scoring-request.ts';
import { deploymentPath } from '../status-replies.ts';
import { ChallengerProblems } from './challenger.problems.ts';
import { challengerStore } from './challenger.store.ts';
import { storedRequestStore } from './stored-request.store.ts';
import { deleteOldRequests, readRequests } from './stored-requests.ts';

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
export async function findOpenReplay(db: Queries, organizationId: string, id: string): Promise<string | undefined> {
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

/** Every challenger answers what it has not answered yet. What was asked before it was there is not its business. */
export async function replay(platform: Platform, id: string, until: Date, run: JobRun): Promise<void> {
  const deployment = await anyDeployment(platform.db.queries, id);
  if (deployment === undefined || deployment.organization_id !== run.actor.organizationId) return;
  if (!deployment.settings.challengerModels.enabled) refuse(ChallengerProblems.notEnabled, id);
  const challengers = await challengerStore(platform.db.queries).list(deployment.organization_id, id);
  for (const [number, challenger] of challengers.entries()) {
    await run.progress(number / challengers.length, `Replaying with ${challenger.name}`);
    await answerAll(platform, deployment, challenger, until, run);
  }
  await deleteOldRequests(platform, deployment);
}

async function answerAll(
  platform: Platform,
  deployment: DeploymentRow,
  challenger: ChallengerRow,
  until: Date,
  run: JobRun,
): Promise<void> {
  const kept = storedRequestStore(platform.db.queries);
  const files = await kept.unanswered(challenger, until);
  if (files.length === 0) return;
  const [model] = await deploymentStore(platform.db.queries).packages(deployment.organization_id, [
    challenger.package_id,
  ]);
  // One that is still being built answers all the next time.
  if (!model?.bundle) return;
  const source = { id: model.id, modelId: model.model_id, manifest: model.bundle };
  const cached = openModel(await loadModelFiles(platform, source));
  const recorder = getRecorder(platform);
  for (const file of files) {
    const after = file.replayed_until ?? challenger.created_at;
    for (const request of await readRequests(platform, file.key, after, until)) {
      run.signal.throwIfAborted();
      const answered = scoreRecorded(cached, model, request);
      if (answered !== null) recorder.note(answered);
      // Leases are renewed between requests.
      await nextTurn();
    }
    await recorder.settle();
    await kept.answered(challenger.id, file.id, until);
  }
}

/** As if the challenger had been asked: at the same time, by the same caller. Null where it cannot answer. */
function scoreRecorded(
  cached: CachedModel,
  model: ModelPackageRow,
  request: PredictionRecord,
): PredictionRecord | null {
  const { input } = request;
  if (input === undefined) return null;
  const begun = performance.now();
  try {
    const { rows, width, values, forecasts } = scoreRows(
      cached,
      readRecordedRows(input, { columns: cached.columns, kept: [] }),
      DEFAULT_OPTIONS,
    );
    const executionMs = performance.now() - begun;
    return {
      ...request,
      packageId: model.id,
      modelId: model.model_id,
      source: 'challenger',
      rows,
      executionMs,
      responseMs: executionMs,
      cacheHit: true,
      answer: { width, values, ...(forecasts === undefined ? {} : { forecasts }) },
    };
  } catch (error) {
    if (error instanceof ScoringRefusal || error instanceof UnreadableRows) return null;
    throw error;
  }
}
