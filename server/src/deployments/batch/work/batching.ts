import type { BatchJobRow } from '../batch.tables.ts';
import type { BatchSpec } from '../jobs/batch-spec.schema.ts';
import type { ScoredChunk } from '../thread/chunk-plan.ts';
import type { ScoringThreads } from './scoring-threads.ts';

/** What a run needs of the wish, whatever it does with the rows. */
export type RunSpec = Pick<
  BatchSpec,
  'numConcurrent' | 'chunkSize' | 'csvSettings' | 'abortOnError' | 'disableRowLevelErrorHandling'
>;

/** One run of one job: what it scores with, and whom it tells. */
export interface Batching {
  readonly job: BatchJobRow;
  readonly spec: RunSpec;
  /** Rows of time series are scored all together. */
  readonly isSeries: boolean;
  readonly threads: ScoringThreads;
  /** Writes the first reasons for which rows failed into the log. */
  noteFailure(why: string | null): Promise<void>;
  /** Tells whoever watches the deployment; after the results are kept, so that no row counts twice. */
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
