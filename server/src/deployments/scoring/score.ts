import type { Platform, ServiceDefinition } from '#platform/context.ts';
import type { CachedModel, ModelSource } from './cached-model.ts';
import { ModelCache } from './model-cache.ts';
import { scoreRequest } from './score-request.ts';
import type { ScoringRequest } from './scoring-request.ts';
import type { Caller } from './threads/fair-queue.ts';
import type { ThreadReply } from './threads/scoring-thread.ts';
import { ScoringThreads } from './threads/scoring-threads.ts';

/** What a process holds to score with: models in memory, and threads for large requests. */
export interface Scoring {
  readonly models: ModelCache;
  readonly threads: ScoringThreads;
}

const scoringService: ServiceDefinition<Scoring> = {
  name: 'scoring',
  open: ({ config: { modelCacheBytes: modelBytes, scoringThreads: threads, scoringQueueBytes: queueBytes } }) => ({
    models: new ModelCache(modelBytes),
    threads: new ScoringThreads({ threads, modelBytes, queueBytes }),
  }),
};

export const getScoring = ({ services }: Pick<Platform, 'services'>): Scoring => services.get(scoringService);

export async function closeScoring({ services }: Pick<Platform, 'services'>): Promise<void> {
  await services.remove(scoringService)?.threads.close();
}

export type ScoringResult = Omit<ThreadReply, 'body' | 'bytes'> & {
  readonly body: string | Uint8Array;
  readonly bytes: Uint8Array;
};

/** Large requests are shared fairly among callers, and end when their caller disconnects. */
export interface ScoringCaller {
  readonly caller: Caller;
  readonly load: () => Promise<ModelSource>;
  /** Aborted when the caller disconnects. Only called for a request that goes to a thread. */
  readonly gone?: (() => AbortSignal) | undefined;
}

/** Scores a small request inline; a large one in a thread, so that it does not block the event loop. */
export function score(
  { threads }: Scoring,
  model: CachedModel,
  caller: ScoringCaller,
  request: ScoringRequest,
): ScoringResult | Promise<ScoringResult> {
  if (isLarge(model, request)) return scoreInThread(threads, model, caller, request);
  const started = performance.now();
  const { text, scored, rows, bytes } = scoreRequest(model, request);
  const milliseconds = performance.now() - started;
  learnPace(model, request, milliseconds);
  return { body: text, scored, rows, bytes, milliseconds };
}

async function scoreInThread(
  threads: ScoringThreads,
  model: CachedModel,
  { caller, load, gone }: ScoringCaller,
  request: ScoringRequest,
): Promise<ScoringResult> {
  const reply = await threads.score({ caller, modelId: model.id, load, request, gone: gone?.() });
  learnPace(model, request, reply.milliseconds);
  return { ...reply, bytes: reply.bytes ?? request.bytes };
}

/**
 * The most milliseconds one request may occupy the event loop. Handing a request to a thread and back costs about a tenth
 * of it (bench/deployments/threads.ts), and no other request waits longer than this.
 */
const LOOP_MILLISECONDS = 2;
/** Milliseconds per byte until something was measured: slow enough that a first large request does not block others. */
const FIRST_PACE = 2e-4;
const MEMORY = 0.9;
/** Explaining a row costs as much as tens of predictions. */
const EXPLAINING = 50;

const isLarge = ({ pace }: CachedModel, { bytes, options }: ScoringRequest): boolean =>
  bytes.length * (pace ?? FIRST_PACE) * (options.maxExplanations > 0 ? EXPLAINING : 1) > LOOP_MILLISECONDS;

function learnPace(model: CachedModel, { bytes, options }: ScoringRequest, milliseconds: number): void {
  if (options.maxExplanations > 0) return;
  const measured = milliseconds / Math.max(1, bytes.length);
  model.pace = model.pace === null ? measured : MEMORY * model.pace + (1 - MEMORY) * measured;
}
