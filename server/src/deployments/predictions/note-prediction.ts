import type { IncomingHttpHeaders } from 'node:http';
import { hostname } from 'node:os';
import type { Ctx } from '#platform/context.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import type { PredictionRecord } from '../recording/prediction-record.ts';
import { getRecorder } from '../recording/recorder.ts';
import type { AnyAnswer } from '../scoring/answer-anywhere.ts';
import type { Subject } from './subject.ts';

const HOST = hostname();

export interface Noted {
  readonly at: number;
  readonly status: number;
  readonly executionMs: number;
  readonly responseMs: number;
  readonly cacheHit: boolean;
  readonly batchId: string | null;
  readonly format: 'csv' | 'json';
  /** Left out of refused requests. */
  readonly answer?: AnyAnswer;
  readonly idPrefix?: string | undefined;
}

/** Leaves a record of the request for whoever watches the deployment: references only, nothing is copied. */
export function notePrediction(ctx: Ctx, headers: IncomingHttpHeaders, subject: Subject, noted: Noted): void {
  const { deployment } = subject;
  if (deployment === null) return;
  const { answer } = noted;
  const record: PredictionRecord = {
    organizationId: deployment.organization_id,
    deploymentId: deployment.id,
    packageId: deployment.package_id,
    modelId: subject.modelId,
    at: noted.at,
    source: 'realtime',
    status: noted.status,
    rows: answer?.scored.rows ?? 0,
    executionMs: noted.executionMs,
    responseMs: noted.responseMs,
    cacheHit: noted.cacheHit,
    consumer: consumerOf(ctx, headers),
    ...(noted.batchId === null ? {} : { batchId: noted.batchId }),
    ...(answer !== undefined && isWatched(deployment) ? watchedOf(noted, answer) : {}),
  };
  getRecorder(ctx).note(record);
}

export const consumerOf = (ctx: Ctx, headers: IncomingHttpHeaders): PredictionRecord['consumer'] => ({
  userId: ctx.actor.userId,
  name: consumerName(ctx, headers),
  address: ctx.address,
  host: HOST,
});

/** Some clients say on whose behalf they ask. */
function consumerName(ctx: Ctx, headers: IncomingHttpHeaders): string {
  const said = headers['x-datarobot-api-consumer-trace'] ?? headers['x-datarobot-api-consumer'];
  return typeof said === 'string' && said !== '' ? said.slice(0, 200) : ctx.actor.username;
}

function isWatched({ settings }: DeploymentRow): boolean {
  const { targetDrift, featureDrift, predictionsDataCollection, challengerModels, associationId } = settings;
  return (
    targetDrift.enabled ||
    featureDrift.enabled ||
    predictionsDataCollection.enabled ||
    challengerModels.enabled ||
    associationId.columnNames !== null
  );
}

function watchedOf(
  { format, idPrefix }: Noted,
  { bytes, scored }: AnyAnswer,
): Pick<PredictionRecord, 'input' | 'answer'> {
  const { width, values, forecasts } = scored;
  if (forecasts === undefined && idPrefix === undefined) return { input: { format, bytes }, answer: { width, values } };
  return {
    input: { format, bytes },
    answer: {
      width,
      values,
      ...(idPrefix === undefined ? {} : { idPrefix }),
      ...(forecasts === undefined ? {} : { forecasts }),
    },
  };
}
