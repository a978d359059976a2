import { setMaxListeners } from 'node:events';
import type { Config } from '#config';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { Upstream } from '../catalogue/catalogue.ts';
import { callUpstream } from '../gateway/call-upstream.ts';
import { collectBody } from '../gateway/exchange.ts';
import { VectorDatabaseProblems as Problems } from './vector-database.problems.ts';

const BATCH = 64;
const AT_ONCE = 4;
const LONGEST_ANSWER = 64 * 1024 * 1024;

interface Asking {
  readonly model: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number) => Promise<void>;
}

/** Vectors of these texts, one after the other in one array, from the service of the settings. */
export async function embedRemotely(
  platform: Pick<Platform, 'config' | 'now'>,
  texts: readonly string[],
  { model, signal, onProgress }: Asking,
): Promise<{ readonly dimensions: number; readonly vectors: Float32Array<ArrayBuffer> }> {
  const batches = Array.from({ length: Math.ceil(texts.length / BATCH) }, (_, at) =>
    texts.slice(at * BATCH, (at + 1) * BATCH),
  );
  const found: (readonly Float32Array[])[] = [];
  const stop = new AbortController();
  const together = AbortSignal.any([signal, stop.signal]);
  setMaxListeners(0, together);
  let next = 0;
  const work = async () => {
    for (let at = next++; at < batches.length; at = next++) {
      found[at] = await embedBatch(platform, batches[at] ?? [], model, together);
      await onProgress?.(Math.min(1, next / batches.length));
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    stop.abort();
  }
  const all = found.flat();
  const dimensions = all[0]?.length ?? 0;
  if (dimensions === 0 || all.some(({ length }) => length !== dimensions))
    refuse(Problems.malformedEmbeddings, 'vectors are empty or of different lengths');
  const vectors = new Float32Array(all.length * dimensions);
  all.forEach((vector, row) => {
    vectors.set(vector, row * dimensions);
  });
  return { dimensions, vectors };
}

async function embedBatch(
  { config, now }: Pick<Platform, 'config' | 'now'>,
  input: readonly string[],
  model: string,
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const { baseUrl, apiKey } = config.embeddings;
  const upstream: Upstream = {
    name: 'embeddings service',
    baseUrl: baseUrl ?? refuse(Problems.otherEmbeddings, model),
    apiKey,
    reportsUsage: false,
    fromSettings: true,
  };
  const body = Buffer.from(JSON.stringify({ model, input, encoding_format: 'float' }));
  const timeoutMs = config.llm.timeoutSeconds * 1000;
  const { exchange } = await callUpstream({ config, upstream, path: '/embeddings', body, signal, timeoutMs, now });
  const giveUp = () => exchange.abort();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return vectorsIn(await collectBody(exchange, LONGEST_ANSWER), input.length);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

function vectorsIn(bytes: Buffer, wanted: number): readonly Float32Array[] {
  let said: { data?: { index?: number; embedding?: unknown }[] } | null;
  try {
    said = JSON.parse(bytes.toString('utf8'));
  } catch {
    return refuse(Problems.malformedEmbeddings, 'its body is no JSON');
  }
  const list = Array.isArray(said?.data) ? said.data : [];
  const vectors = new Array<Float32Array | undefined>(wanted).fill(undefined);
  for (const [at, { index = at, embedding }] of list.entries())
    if (Array.isArray(embedding) && embedding.every(Number.isFinite)) vectors[index] = Float32Array.from(embedding);
  const whole = vectors.filter((one) => one !== undefined);
  return whole.length === wanted && vectors.length === wanted
    ? whole
    : refuse(Problems.malformedEmbeddings, `${wanted} texts were sent, ${whole.length} vectors came back`);
}

/** Learned from the documents themselves; nothing is downloaded and nothing leaves the machine. */
export const LOCAL_MODEL = 'almanac/latent-semantic-256';

interface EmbeddingModel {
  readonly embeddingModel: string;
  readonly description: string;
  readonly maxSequenceLength: number;
  readonly languages: readonly string[];
}

const LOCAL: EmbeddingModel = {
  embeddingModel: LOCAL_MODEL,
  description: 'Built in: latent semantic analysis of the documents themselves. Knows the words of the documents.',
  maxSequenceLength: 512,
  languages: ['any'],
};

/** The default first. */
export function embeddingModels({ embeddings }: Config): readonly [EmbeddingModel, ...EmbeddingModel[]] {
  const [first, ...others] = embeddings.baseUrl === null ? [] : embeddings.models.map(remoteModel);
  return first === undefined ? [LOCAL] : [first, ...others, LOCAL];
}

const remoteModel = (embeddingModel: string): EmbeddingModel => ({
  embeddingModel,
  description: 'Asked of the embeddings service of this installation.',
  maxSequenceLength: 512,
  languages: ['any'],
});
