/**
 * Vector databases: building with the built-in embedder, hybrid retrieval at 100k chunks by the scan and in pgvector, and
 * the exact scan of 1M x 384 beside numpy's in the same run. `python3` with numpy, and the PostgreSQL with pgvector that
 * `node scripts/test-tools.js` fetches, are needed for the comparisons; else they are left out.
 */
import { spawnSync } from 'node:child_process';
import { vectorIndex } from '../../engine/src/index.ts';
import { buildIndex } from '../../server/src/genai/vector-databases/building/build-index.ts';
import { CachedIndex } from '../../server/src/genai/vector-databases/search/cached-index.ts';
import type { Search } from '../../server/src/genai/vector-databases/search/chunks.ts';
import { congruential, median, quantile, round, timed } from '../measure.ts';
import { record } from '../record.ts';
import { keptInPgvector } from './vectors-pgvector.ts';

const random = congruential(42);
const VOCABULARY = 30_000;
/** Words are as frequent as in languages: the n-th about 1/n as often as the first. */
const word = (): string => `w${Math.floor(VOCABULARY ** random()).toString(36)}`;
const text = (words: number): string => Array.from({ length: words }, word).join(' ');

function built(chunks: number, words: number) {
  const documents = Array.from({ length: chunks }, (_, at) => ({
    text: text(words),
    source: `${at}.txt`,
    metadata: { part: at % 10 },
  }));
  const chunking = { custom: true, size: 256, overlapPercentage: 0, separators: [], isRegex: false };
  const began = performance.now();
  const made = buildIndex({ documents, chunking, isLocal: true, mostChunks: chunks });
  const seconds = (performance.now() - began) / 1000;
  if (made.local === null) throw new Error('No vectors were made.');
  return { seconds, files: { lines: made.lines, ...made.local } };
}

const USUAL: Omit<Search, 'query'> = {
  vector: null,
  most: 10,
  diversity: null,
  withNeighbours: false,
  filter: null,
  readable: null,
};
const TWO_OF_TEN = { filter: { part: { $in: [1, 2] } } };
/** Every fifth document of the source, as somebody who may not read the others has it. */
const ONE_OF_FIVE = {
  readable: {
    column: 'document_file_path',
    items: Array.from({ length: 20_000 }, (_, at) => `${at * 5}.txt`),
  },
};

async function retrieval(search: (asked: Search) => unknown, more: Partial<Search> = {}): Promise<number[]> {
  const one = (): Promise<number> => {
    const asked = { query: text(8), ...USUAL, ...more };
    return timed(() => search(asked));
  };
  for (let at = 0; at < 20; at++) await one();
  const times: number[] = [];
  for (let at = 0; at < 300; at++) times.push(await one());
  return times;
}

const told = (name: string, times: readonly number[], bound = ''): Record<string, number> => ({
  [`${name} p50, ms`]: round(median(times)),
  [`${name} p99, ms${bound}`]: round(quantile(times, 0.99)),
});

function scan(rows: number, dimensions: number): number {
  const vectors = Float32Array.from({ length: rows * dimensions }, () => random() - 0.5);
  const index = vectorIndex(vectors, dimensions);
  const times = Array.from({ length: 12 }, () => {
    const query = Float32Array.from({ length: dimensions }, () => random() - 0.5);
    const began = performance.now();
    index.search(query, 10);
    return performance.now() - began;
  });
  return median(times);
}

const NUMPY = `
import time, numpy as np
v = np.random.default_rng(1).random((1000000, 384), dtype=np.float32) - 0.5
v /= np.linalg.norm(v, axis=1, keepdims=True)
times = []
for i in range(12):
    q = v[i]
    t = time.perf_counter()
    s = v @ q
    best = np.argpartition(-s, 10)[:10]
    times.append(time.perf_counter() - t)
print(sorted(times)[6] * 1000)
`;

const tenThousand = built(10_000, 150);
const hundredThousand = built(100_000, 100);
const began = performance.now();
const index = new CachedIndex(hundredThousand.files);
const openSeconds = (performance.now() - began) / 1000;
const scanned = (asked: Search) => index.search(asked);
const plain = await retrieval(scanned);
const filtered = await retrieval(scanned, TWO_OF_TEN);
const readable = await retrieval(scanned, ONE_OF_FIVE);
const kept = await keptInPgvector(hundredThousand.files);
const inPgvector =
  kept === null
    ? { 'in pgvector': 'not here' }
    : {
        [`100k chunks into pgvector ${kept.version} (${kept.kind}), s`]: round(kept.loadSeconds),
        ...told('in pgvector', await retrieval(kept.search)),
        ...told('in pgvector with a metadata filter', await retrieval(kept.search, TWO_OF_TEN)),
        ...told('in pgvector with rights', await retrieval(kept.search, ONE_OF_FIVE)),
        'of the 50 nearest the graph finds, %': round(
          100 * (await kept.recall(Array.from({ length: 100 }, () => text(8)))),
        ),
      };
await kept?.close();
const numpy = spawnSync('python3', ['-c', NUMPY], { encoding: 'utf8' });

record('genai-vectors', {
  'build 10k chunks, s (< 60)': round(tenThousand.seconds),
  'build 100k chunks, s': round(hundredThousand.seconds),
  'open 100k chunks, s': round(openSeconds),
  ...told('retrieval at 100k', plain, ' (< 20)'),
  ...told('with a metadata filter', filtered, ' (< 20)'),
  ...told('with rights', readable, ' (< 20)'),
  ...inPgvector,
  'scan 1M x 384, ms (< 100)': round(scan(1_000_000, 384)),
  'the same in numpy, ms': numpy.status === 0 ? round(Number(numpy.stdout)) : 'not here',
});
