import type { Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { getRecorder } from '../../recording/recorder.ts';
import type { BatchJobRow } from '../batch.tables.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import type { ScoredChunk } from '../thread/chunk-plan.ts';
import type { ChunkThreads } from './chunk-threads.ts';

/** The part of the spec that every kind of run needs. */
export type RunSpec = Pick<
  BatchSpec,
  'numConcurrent' | 'chunkSize' | 'csvSettings' | 'abortOnError' | 'disableRowLevelErrorHandling'
>;

/** One run of one job. */
export interface BatchRun {
  readonly job: BatchJobRow;
  readonly spec: RunSpec;
  /** Rows of time series are scored all together. */
  readonly isSeries: boolean;
  readonly threads: ChunkThreads;
  /** Writes the first reasons for which rows failed into the log. */
  noteFailure(why: string | null): Promise<void>;
  /** Records a chunk for monitoring; after its results are stored, so that no row counts twice. */
  record(scored: ScoredChunk): Promise<void>;
}

/** More rows failed than the caller puts up with. */
export class TooManyFailures extends Error {
  readonly ending: 'FAILED' | 'ABORTED';

  constructor(failed: number, ending: 'FAILED' | 'ABORTED') {
    super(
      ending === 'ABORTED'
        ? `${failed} rows could not be scored, and abortOnError is on. Correct them, or send abortOnError: false.`
        : `${failed} rows could not be scored, and disableRowLevelErrorHandling is on.`,
    );
    this.ending = ending;
  }
}

/** A recorder drops what its disk cannot follow; a batch waits for it instead. */
const MOST_UNSETTLED_BYTES = 32 * 1024 ** 2;

/** Records every chunk for monitoring, with its rows unless drift tracking is skipped. */
export function chunkRecorder(
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
  return async ({ recorded, scored, milliseconds }) => {
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
      ...(recorded === null || csvSettings.quotechar !== '"'
        ? {}
        : {
            input: { format: 'csv' as const, delimiter, bytes: recorded.bytes },
            answer: recorded.answer,
          }),
    });
    unsettled += recorded?.bytes.length ?? 0;
    if (unsettled < MOST_UNSETTLED_BYTES) return;
    unsettled = 0;
    await recorder.settle();
  };
}
