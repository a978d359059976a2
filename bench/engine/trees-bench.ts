import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '../../engine/src/frame/frame.ts';
import { CACHE, pythonVersion, pythonWith } from '../processes.ts';
import { type BenchSet, ensureSet } from './trees-data.ts';

export const ONNXRUNTIME = '1.30.0';

const ensurePeers = (): string => pythonWith('bench-venv', ['lightgbm', 'xgboost', 'onnxruntime', 'pandas']);

export const peerVersion = (name: string): string => pythonVersion(ensurePeers(), name);

/** A folder with onnxruntime-node in it; its CUDA download is skipped, the CPU library is in the package. */
export function ensureOnnxRuntime(): string {
  const home = join(CACHE, 'bench-node');
  if (existsSync(`${home}/node_modules/onnxruntime-node`)) return home;
  mkdirSync(home, { recursive: true });
  writeFileSync(`${home}/package.json`, '{"private":true}');
  const env = { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' };
  try {
    execFileSync('npm', ['install', '-E', `onnxruntime-node@${ONNXRUNTIME}`], { cwd: home, env, stdio: 'inherit' });
  } catch (error) {
    const advice = 'That needs a network the first time.';
    throw new Error(`This benchmark installs onnxruntime-node into .cache/bench-node. ${advice}`, { cause: error });
  }
  return home;
}

/** Runs one of the peer scripts and reads the JSON lines it prints. */
export function peer(script: string, args: readonly (string | number)[]): Record<string, number>[] {
  const out = execFileSync(ensurePeers(), [join(import.meta.dirname, script), ...args.map(String)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, number>);
}

export function floatsOf(path: string): Float32Array {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

export interface LoadedSet {
  readonly x: Float32Array;
  readonly train: Frame;
  readonly test: Frame;
  readonly yTrain: Float64Array;
  readonly yTest: Float64Array;
}

function frameOf(x: Float32Array, features: number, begin: number, end: number): Frame {
  const columns = Array.from({ length: features }, (_, f) => {
    const values = new Float64Array(end - begin);
    for (let i = 0; i < values.length; i += 1) values[i] = x[(begin + i) * features + f] as number;
    return { kind: 'numeric' as const, name: `f${String(f).padStart(2, '0')}`, values };
  });
  return { rows: end - begin, columns };
}

/** Our side's view of a set: one Float64Array a column, the format frames have. */
export function load(set: BenchSet): LoadedSet {
  const files = ensureSet(set);
  const x = floatsOf(files.x);
  const y = Float64Array.from(floatsOf(files.y));
  const all = set.rows + set.testRows;
  return {
    x,
    train: frameOf(x, set.features, 0, set.rows),
    test: frameOf(x, set.features, set.rows, all),
    yTrain: y.slice(0, set.rows),
    yTest: y.slice(set.rows),
  };
}

export const rootMeanSquare = (answers: Float64Array, y: Float64Array): number =>
  Math.sqrt(y.reduce((sum, value, i) => sum + (value - (answers[i] as number)) ** 2, 0) / y.length);
