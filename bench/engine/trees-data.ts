import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../engine/src/core/random.ts';
import { CACHE } from '../processes.ts';

export const TREES_DATA = join(CACHE, 'bench-data');

export interface BenchSet {
  readonly name: string;
  readonly rows: number;
  readonly testRows: number;
  readonly features: number;
}

/** The two sizes every figure about boosting is given for. */
export const BENCH_SETS: readonly BenchSet[] = [
  { name: 'a', rows: 100_000, testRows: 20_000, features: 50 },
  { name: 'b', rows: 1_000_000, testRows: 100_000, features: 30 },
];

/** A quarter each of uniform, normal, skewed and few-valued columns, so that no binning rule is flattered. */
function draw(random: ReturnType<typeof seededRandom>, feature: number): number {
  if (feature % 4 === 0) return random.next();
  if (feature % 4 === 1) return random.normal();
  if (feature % 4 === 2) return Math.exp(random.normal());
  return random.int(20) / 20;
}

/** Friedman's first function (1991) over the first uniform columns, with a column of each other kind added to it. */
function target(x: Float32Array, at: number): number {
  const v = (feature: number) => x[at + feature] as number;
  const friedman = 10 * Math.sin(Math.PI * v(0) * v(4)) + 20 * (v(8) - 0.5) ** 2 + 10 * v(12) + 5 * v(16);
  return friedman + 2 * v(1) + 3 * Math.log1p(v(2)) + 6 * v(3) * v(7) + Math.abs(v(5));
}

/** Writes a set as plain float32 files that both sides read; rows of the test set follow those of the training set. */
export function ensureSet(set: BenchSet): { x: string; y: string } {
  const x = join(TREES_DATA, `trees-${set.name}-x.f32`);
  const y = join(TREES_DATA, `trees-${set.name}-y.f32`);
  if (existsSync(x) && existsSync(y)) return { x, y };
  mkdirSync(TREES_DATA, { recursive: true });
  const random = seededRandom(20_261_115).fork(set.name);
  const rows = set.rows + set.testRows;
  const values = new Float32Array(rows * set.features);
  const targets = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const at = row * set.features;
    for (let feature = 0; feature < set.features; feature += 1) values[at + feature] = draw(random, feature);
    targets[row] = target(values, at) + 1.5 * random.normal();
  }
  writeFileSync(x, values);
  writeFileSync(y, targets);
  return { x, y };
}
