/**
 * Vector databases: building with the built-in embedder, hybrid retrieval at 100k chunks, and the exact scan of
 * 1M x 384 beside numpy's in the same run. `python3` with numpy is needed for the comparison; else it is left out.
 */
import { spawnSync } from 'node:child_process';
import { vectorIndex } from '../../engine/src/index.ts';
import { buildIndex } from '../../server/src/genai/vector-databases/building/build-index.ts';
import { HotIndex, type Search } from '../../server/src/genai/vector-databases/search/hot-index.ts';
import { record } from '../record.ts';

let state = 42;
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const VOCABULARY = 30_000;
/** Words are as frequent as in languages: the n-th about 1/n as often as the first. */
const word = (): string => `w${Math.floor(VOCABULARY ** random()).toString(36)}`;
const text = (words: number): string => Array.from({ length: words }, word).join(' ');

const quantile = (times: readonly number[], at: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * at))] ?? 0;
const rounded = (value: number): number => Math.round(value * 100) / 100;

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

function retrieval(index: HotIndex, more: Partial<Search> = {}): number[] {
  const one = (): number => {
    const query = text(8);
    const usual = { vector: null, most: 10, diversity: null, withNeighbours: false, filter: null, readable: null };
    const began = performance.now();
    index.search({ query, ...usual, ...more });
    return performance.now() - began;
  };
  for (let at = 0; at < 20; at++) one();
  return Array.from({ length: 300 }, one);
}

function scan(rows: number, dimensions: number): number {
  const vectors = Float32Array.from({ length: rows * dimensions }, () => random() - 0.5);
  const index = vectorIndex(vectors, dimensions);
  const times = Array.from({ length: 12 }, () => {
    const query = Float32Array.from({ length: dimensions }, () => random() - 0.5);
    const began = performance.now();
    index.search(query, 10);
    return performance.now() - began;
  });
  return quantile(times, 0.5);
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
const index = new HotIndex(hundredThousand.files);
const openSeconds = (performance.now() - began) / 1000;
const plain = retrieval(index);
const filtered = retrieval(index, { filter: { part: { $in: [1, 2] } } });
const numpy = spawnSync('python3', ['-c', NUMPY], { encoding: 'utf8' });

record('genai-vectors', {
  'build 10k chunks, s (< 60)': rounded(tenThousand.seconds),
  'build 100k chunks, s': rounded(hundredThousand.seconds),
  'open 100k chunks, s': rounded(openSeconds),
  'retrieval at 100k p50, ms': rounded(quantile(plain, 0.5)),
  'retrieval at 100k p99, ms (< 20)': rounded(quantile(plain, 0.99)),
  'with a metadata filter p50, ms': rounded(quantile(filtered, 0.5)),
  'with a metadata filter p99, ms': rounded(quantile(filtered, 0.99)),
  'scan 1M x 384, ms (< 100)': rounded(scan(1_000_000, 384)),
  'the same in numpy, ms': numpy.status === 0 ? rounded(Number(numpy.stdout)) : 'not here',
});
