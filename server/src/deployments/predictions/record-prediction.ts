import type { IncomingHttpHeaders } from 'node:http';
import { hostname } from 'node:os';
import type { Ctx } from '#platform/context.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import type { PredictionRecord } from '../recording/prediction-record.ts';
import { getRecorder } from '../recording/recorder.ts';
import type { ScoringResult } from '../scoring/score.ts';
import type { GeneratedIds } from '../scoring/scoring-request.ts';
import type { PredictionTarget } from './prediction-target.ts';

interface RecordedCall {
  readonly ctx: Ctx;
  readonly target: PredictionTarget;
  readonly input: { readonly headers: IncomingHttpHeaders };
  readonly at: number;
  readonly cacheHit: boolean;
  readonly batchId: string | null;
  readonly format: 'csv' | 'json';
  readonly generatedIds: GeneratedIds | undefined;
}

interface Outcome {
  readonly status: number;
  readonly executionMs: number;
  readonly responseMs: number;
  /** Absent for refused requests. */
  readonly result?: ScoringResult;
}

/** Records a request for monitoring. The record holds references to the request's data; nothing is copied. */
export function recordPrediction(call: RecordedCall, { status, executionMs, responseMs, result }: Outcome): void {
  const { ctx, target, at, cacheHit, batchId } = call;
  const { deployment } = target;
  if (deployment === null) return;
  getRecorder(ctx).note({
    organizationId: deployment.organization_id,
    deploymentId: deployment.id,
    packageId: deployment.package_id,
    modelId: target.modelId,
    at,
    source: 'realtime',
    status,
    rows: result?.scored.rows ?? 0,
    executionMs,
    responseMs,
    cacheHit,
    consumer: predictionConsumer(ctx, call.input.headers),
    ...(batchId === null ? {} : { batchId }),
    ...(result !== undefined && isMonitored(deployment) ? recordedRows(call, result) : {}),
  });
}

const HOST = hostname();

export const predictionConsumer = (ctx: Ctx, headers: IncomingHttpHeaders): PredictionRecord['consumer'] => ({
  userId: ctx.actor.userId,
  name: consumerName(ctx, headers),
  address: ctx.address,
  host: HOST,
});

/** Some clients name the consumer they call for. */
function consumerName(ctx: Ctx, headers: IncomingHttpHeaders): string {
  const named = headers['x-datarobot-api-consumer-trace'] ?? headers['x-datarobot-api-consumer'];
  return typeof named === 'string' && named !== '' ? named.slice(0, 200) : ctx.actor.username;
}

function isMonitored({ settings }: DeploymentRow): boolean {
  const { targetDrift, featureDrift, predictionsDataCollection, challengerModels, associationId } = settings;
  return (
    targetDrift.enabled ||
    featureDrift.enabled ||
    predictionsDataCollection.enabled ||
    challengerModels.enabled ||
    associationId.columnNames !== null
  );
}

function recordedRows(
  { format, generatedIds }: RecordedCall,
  { bytes, scored: { width, values, forecasts } }: ScoringResult,
): Pick<PredictionRecord, 'input' | 'answer'> {
  const input = { format, bytes };
  if (forecasts === undefined && generatedIds === undefined) return { input, answer: { width, values } };
  return {
    input,
    answer: {
      width,
      values,
      ...(generatedIds === undefined ? {} : { idPrefix: generatedIds.prefix }),
      ...(forecasts === undefined ? {} : { forecasts }),
    },
  };
}
