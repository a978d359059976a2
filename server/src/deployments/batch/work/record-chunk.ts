import type { Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { getRecorder } from '../../recording/recorder.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import type { ScoredChunk } from '../thread/chunk-plan.ts';

/** A recorder drops what its disk cannot follow; a batch waits for it instead. */
const MOST_UNSETTLED_BYTES = 32 * 1024 ** 2;

/** Tells whoever watches the deployment of every chunk: that it was scored, and unless that is unwanted, its rows. */
export function recordWith(
  platform: Platform,
  job: BatchJobRow,
  actor: Actor,
  { csvSettings }: Pick<BatchSpec, 'csvSettings'>,
  source: 'batch' | 'reported' = 'batch',
): (scored: ScoredChunk) => Promise<void> {
  const { deployment_id: deploymentId } = job;
  if (deploymentId === null) return async () => undefined;
  const recorder = getRecorder(platform);
  const delimiter = csvSettings.delimiter === 'tab' ? '\t' : csvSettings.delimiter;
  let unsettled = 0;
  return async ({ seen, scored, milliseconds }) => {
    recorder.note({
      organizationId: job.organization_id,
      deploymentId,
      packageId: job.package_id,
      modelId: job.model_id,
      at: platform.now().getTime(),
      source,
      status: 200,
      rows: scored,
      executionMs: milliseconds,
      responseMs: milliseconds,
      cacheHit: true,
      consumer: { userId: actor.userId, name: actor.username, address: 'batch', host: 'batch' },
      ...(job.monitoring_batch_id === null ? {} : { batchId: job.monitoring_batch_id }),
      // The log knows one quote; rows with another are counted, not looked at.
      ...(seen === null || csvSettings.quotechar !== '"'
        ? {}
        : {
            input: { format: 'csv' as const, delimiter, bytes: seen.bytes },
            answer: {
              width: seen.width,
              values: seen.values,
              ...(seen.idPrefix === null ? {} : { idPrefix: seen.idPrefix }),
              ...(seen.forecasts === null ? {} : { forecasts: seen.forecasts }),
            },
          }),
    });
    unsettled += seen?.bytes.length ?? 0;
    if (unsettled < MOST_UNSETTLED_BYTES) return;
    unsettled = 0;
    await recorder.settle();
  };
}
