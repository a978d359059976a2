/**
 * Vector databases: building with the built-in embedder, hybrid retrieval at 100k chunks by the scan and in pgvector, and
 * the exact scan of 1M x 384 beside numpy's in the same run, on one thread each. The PostgreSQL with pgvector that
 * `node scripts/test-tools.js` fetches is needed for its comparison; else that is left out.
 */
import { spawnSync } from 'node:child_process';
import { vectorIndex } from '../../engine/src/index.ts';
import { buildIndex } from '../../server/src/genai/vector-databases/building/build-index.ts';
import { CachedIndex } from '../../server/src/genai/vector-databases/search/cached-index.ts';
import type { Search } from '../../server/src/genai/vector-databases/search/chunks.ts';
import type { Bound, Measured } from '../figures.ts';
import { congruential, median, quantile, round, timed } from '../measure.ts';
import { pythonVersion, pythonWith } from '../processes.ts';
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

interface Latency {
  readonly p50: number;
  readonly p99: number;
}

const latencyOf = (times: readonly number[]): Latency => ({
  p50: round(median(times)),
  p99: round(quantile(times, 0.99)),
});

const latencyFigures = (id: string, what: string, { p50, p99 }: Latency, must?: Bound): Measured[] => [
  { id: `${id}-p50`, what: `${what}, median`, value: p50, unit: 'ms' },
  { id: `${id}-p99`, what: `${what}, p99`, value: p99, unit: 'ms', ...(must && { must }) },
];

function scan(rows: number, dimensions: number): number {
  const vectors = Float32Array.from({ length: rows * dimensions }, () => random() - 0.5);
  const index = vectorIndex(vectors, dimensions);
  const times = Array.from({ length: 13 }, () => {
    const query = Float32Array.from({ length: dimensions }, () => random() - 0.5);
    const began = performance.now();
    index.search(query, 10);
    return performance.now() - began;
  });
  return median(times.slice(1)); // the first is warm-up, on both sides
}

const NUMPY = `
import time, numpy as np
v = np.random.default_rng(1).random((1000000, 384), dtype=np.float32) - 0.5
v /= np.linalg.norm(v, axis=1, keepdims=True)
times = []
for i in range(13):
    q = v[i]
    t = time.perf_counter()
    s = v @ q
    best = np.argpartition(s, -10)[-10:]
    times.append(time.perf_counter() - t)
print(sorted(times[1:])[6] * 1000)
`;

const tenThousand = built(10_000, 150);
const hundredThousand = built(100_000, 100);
const began = performance.now();
const index = new CachedIndex(hundredThousand.files);
const openSeconds = (performance.now() - began) / 1000;
const queries = () => Array.from({ length: 100 }, () => text(8));

async function retrievals(search: (asked: Search) => unknown) {
  return {
    plain: latencyOf(await retrieval(search)),
    filtered: latencyOf(await retrieval(search, TWO_OF_TEN)),
    readable: latencyOf(await retrieval(search, ONE_OF_FIVE)),
  };
}

async function measurePgvector() {
  const kept = await keptInPgvector(hundredThousand.files);
  if (kept === null) {
    console.warn('pgvector is not measured: `node scripts/test-tools.js` fetches a PostgreSQL with it.');
    return null;
  }
  const { version, kind } = kept;
  const searches = await retrievals(kept.search);
  const recall = round(100 * (await kept.recall(queries())));
  await kept.close();
  return { version, kind, loadSeconds: round(kept.loadSeconds), ...searches, recall };
}

function measureNumpy() {
  const python = pythonWith('bench-venv', ['numpy']);
  const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  const { stdout } = spawnSync(python, ['-c', NUMPY], { encoding: 'utf8', env });
  return { version: pythonVersion(python, 'numpy'), ms: round(Number(stdout)) };
}

const seen = {
  ...{ build10k: round(tenThousand.seconds), build100k: round(hundredThousand.seconds), open100k: round(openSeconds) },
  scanned: await retrievals((asked) => index.search(asked)),
  pgvector: await measurePgvector(),
  scanMs: round(scan(1_000_000, 384)),
  numpy: measureNumpy(),
};
const { pgvector } = seen;
record({
  title: 'Vector databases: build, hybrid retrieval, exact scan',
  work: { chunks: 100_000, searches: 300, scannedVectors: 1_000_000, dimensions: 384 },
  figures: [
    { id: 'build-10k', what: 'Build of 10,000 chunks', value: seen.build10k, unit: 's', must: '< 60' },
    { id: 'build-100k', what: 'Build of 100,000 chunks', value: seen.build100k, unit: 's' },
    { id: 'open-100k', what: 'Open 100,000 chunks', value: seen.open100k, unit: 's' },
    ...latencyFigures('retrieval', 'Retrieval from 100,000 chunks', seen.scanned.plain, '< 20'),
    ...latencyFigures('filtered', 'Retrieval with a metadata filter', seen.scanned.filtered, '< 20'),
    ...latencyFigures('readable', 'Retrieval with rights (one document in five)', seen.scanned.readable, '< 20'),
    {
      id: 'scan',
      what: 'Exact search in 1,000,000 x 384 vectors, one thread',
      value: seen.scanMs,
      unit: 'ms',
      peer: { name: 'numpy', version: seen.numpy.version, value: seen.numpy.ms },
      must: '< 100',
    },
    ...(pgvector === null
      ? []
      : [
          {
            id: 'pgvector-load',
            what: `100,000 chunks into pgvector ${pgvector.version} (${pgvector.kind})`,
            value: pgvector.loadSeconds,
            unit: 's',
          },
          ...latencyFigures('pgvector', 'Retrieval in pgvector', pgvector.plain),
          ...latencyFigures('pgvector-filtered', 'Retrieval in pgvector with a metadata filter', pgvector.filtered),
          ...latencyFigures('pgvector-readable', 'Retrieval in pgvector with rights', pgvector.readable),
          {
            id: 'pgvector-recall',
            what: 'Of the 50 nearest, found by the graph of pgvector',
            value: pgvector.recall,
            unit: '%',
          },
        ]),
  ],
});
