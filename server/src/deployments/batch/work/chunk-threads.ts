import type { JobLimits } from '#config';
import { threadEntry } from '#platform/async/thread-entry.ts';
import { threadLimits } from '#platform/jobs/job-limits.ts';
import type { ModelSource } from '../../scoring/cached-model.ts';
import { WorkerThread } from '../../scoring/threads/worker.ts';
import type { ChunkOrder, ChunkReply } from '../thread/batch-thread.ts';
import type { ChunkPlan, ScoredChunk } from '../thread/chunk-plan.ts';

const ENTRY = threadEntry(import.meta.url, '../thread/batch-thread.ts');
type Thread = WorkerThread<ChunkOrder, ChunkReply>;

/** Rows that cannot be scored; the message is for the caller. */
export class RefusedRows extends Error {}

/** Threads of ended jobs, kept warm: compiled, and often with the right model. */
const idle: Thread[] = [];
const MOST_IDLE = 4;

export interface ChunkThreads {
  /** The bytes are transferred to the thread. `name`: of these rows, the same when they are scored again. */
  score(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ScoredChunk>;
  /** Ends threads that are working, whatever they do. */
  close(): Promise<void>;
}

/** Up to `most` threads with one model; each is started when there is a chunk for it. */
export function openChunkThreads(
  most: number,
  source: ModelSource,
  plan: ChunkPlan,
  limits: JobLimits | undefined,
): ChunkThreads {
  const free: Thread[] = [];
  const busy = new Set<Thread>();
  const waiting: { take(thread: Thread): void; fail(error: unknown): void }[] = [];
  let isClosed = false;

  const acquire = async (): Promise<Thread> => {
    const ready = free.pop();
    if (ready !== undefined) {
      busy.add(ready);
      return ready;
    }
    if (busy.size >= most) return new Promise((take, fail) => waiting.push({ take, fail }));
    const thread = idle.pop() ?? new WorkerThread<ChunkOrder, ChunkReply>(ENTRY, threadLimits(limits));
    busy.add(thread);
    successOf(await thread.askToTheEnd({ kind: 'open', source, plan }));
    return thread;
  };
  const release = (thread: Thread): void => {
    const next = waiting.shift();
    if (next !== undefined && !thread.ended) {
      next.take(thread);
      return;
    }
    busy.delete(thread);
    if (!thread.ended) free.push(thread);
    else if (next !== undefined) acquire().then(next.take).catch(next.fail);
  };

  return {
    async score(bytes, name) {
      const thread = await acquire();
      try {
        const reply = successOf(await thread.askToTheEnd({ kind: 'score', bytes, name }, [bytes.buffer]));
        if (reply.kind !== 'scored') throw new Error('A thread sent an unexpected reply.');
        return reply.chunk;
      } finally {
        release(thread);
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all([...busy].map((thread) => thread.close()));
      for (const thread of free) {
        if (idle.length < MOST_IDLE && !thread.ended) idle.push(thread);
        else await thread.close();
      }
    },
  };
}

function successOf(reply: ChunkReply): ChunkReply {
  if (reply.kind !== 'failed') return reply;
  if (reply.isRefusal) throw new RefusedRows(reply.message);
  throw Object.assign(new Error(reply.message), { stack: reply.stack });
}
