import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { estimatorNamed, type Frame, seededRandom, writeModelFile } from '@almanac/engine';
import { CACHE, pythonWith } from '../processes.ts';

const cache = join(CACHE, 'bench-serving-data');
mkdirSync(cache, { recursive: true });

const ROWS = 50_000;
const FEATURES = 20;
const TREES = 500;

export const names: readonly string[] = Array.from({ length: FEATURES }, (_, f) => `f${String(f).padStart(2, '0')}`);

/** Rows both sides learn from and are asked about; the same numbers every time. */
function drawn(rows: number, name: string): { x: Float64Array; y: Float64Array } {
  const random = seededRandom(20_261_115).fork(name);
  const x = new Float64Array(rows * FEATURES);
  const y = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const v = x.subarray(row * FEATURES, (row + 1) * FEATURES);
    for (let f = 0; f < FEATURES; f++) v[f] = Number((f % 2 === 0 ? random.next() : random.normal()).toFixed(6));
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = v;
    y[row] = 10 * Math.sin(Math.PI * a * c) + 20 * (e - 0.5) ** 2 + 5 * b + d + random.normal();
  }
  return { x, y };
}

/** 500 trees of 31 leaves over 20 columns, learned once and kept. */
export async function servedModel(): Promise<Uint8Array> {
  const path = join(cache, 'almanac-500.model');
  if (existsSync(path)) return readFileSync(path);
  const { x, y } = drawn(ROWS, 'train');
  const columns = names.map((name, f) => ({
    kind: 'numeric' as const,
    name,
    values: Float64Array.from({ length: ROWS }, (_, row) => x[row * FEATURES + f] as number),
  }));
  const table: Frame = { rows: ROWS, columns };
  const params = { rounds: TREES, leaves: 31, rate: 0.05 };
  const data = { x: table, y, task: 'regression' } as const;
  const model = await estimatorNamed('gbdt').fit(data, params, { random: seededRandom(1) });
  const bytes = writeModelFile('gbdt', model);
  writeFileSync(path, bytes);
  return bytes;
}

/** LightGBM's model of the same size on the same rows; a path. */
export function lightgbmModel(): string {
  const path = join(cache, 'lightgbm-500.txt');
  if (existsSync(path)) return path;
  const { x, y } = drawn(ROWS, 'train');
  writeFileSync(join(cache, 'train.f64'), x);
  writeFileSync(join(cache, 'train-y.f64'), y);
  const script = join(import.meta.dirname, 'train_lightgbm.py');
  execFileSync(ensurePython(), [script, cache, String(FEATURES), String(TREES), path], { stdio: 'inherit' });
  return path;
}

/** Python with the peers in it, installed once. */
export const ensurePython = (): string =>
  pythonWith('bench-serving', ['fastapi', 'uvicorn', 'lightgbm', 'pandas', 'scikit-learn']);

/** Rows to ask about, as objects. */
export function requestedRows(rows: number): Readonly<Record<string, number>>[] {
  const { x } = drawn(rows, 'asked');
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(names.map((name, f) => [name, x[row * FEATURES + f] as number])),
  );
}
