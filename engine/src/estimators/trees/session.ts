import { EngineProblem } from '../../core/engine-problem.ts';
import type { Random } from '../../core/random.ts';
import type { Run } from '../../core/run.ts';
import { soloTeam, type ThreadTeam } from '../../core/thread-pool.ts';
import { column, type Frame } from '../../frame/frame.ts';
import { atLeast, bufferOf, type KernelMemory, kernelMemory, treeKernels } from '../../kernels/kernel-memory.ts';
import type { TreeKernels } from '../../kernels/tree-kernels.ts';
import { CUT_SLOTS, categoryBins, chooseCuts, MAX_VALUE_BINS, weightedDistinct } from './cuts.ts';
import { encodeRows, type Feature } from './feature.ts';
import type { LossSpec } from './loss.ts';
import type { ScanRules } from './scan-special.ts';
import { treeProgram } from './tree-program.ts';
import { HISTOGRAM_BYTES, type Layout, layOut, loadingBytes, STEP, type TreeSetup } from './tree-setup.ts';

export interface SessionSpec {
  readonly features: readonly Feature[];
  readonly x: Frame;
  readonly y: Float64Array;
  readonly weight: Float64Array | undefined;
  readonly outputs: number;
  readonly loss: LossSpec;
  readonly rules: ScanRules;
  readonly monotone: Int8Array;
  readonly randomCuts: boolean;
  readonly maxLeaves: number;
  readonly maxBins: number;
  readonly leastInBin: number;
  /** `reference` keeps to the reference kernels in TypeScript. */
  readonly kernels?: 'wasm' | 'reference';
}

/** Binned rows in kernel memory with the threads that work on them: what one fit of trees needs. */
export interface Session {
  readonly layout: Layout;
  readonly team: ThreadTeam;
  readonly kernels: TreeKernels;
  readonly buffer: ArrayBufferLike;
  readonly rules: ScanRules;
  /** Bins of each feature, the missing one included. */
  readonly bins: Uint32Array;
  /** Cuts of each feature, padded with infinity. */
  readonly cuts: readonly Float32Array[];
  /** Bin of each level of a category. */
  readonly levelBins: readonly (Uint8Array | undefined)[];
  readonly monotone: Int8Array;
  readonly randomCuts: boolean;
  close(): void;
}

/** Rows that decide where the cuts lie. */
const CUT_SAMPLE = 200_000;
/** Cells below which barriers cost more than further threads bring. */
const WORTH_A_TEAM = 200_000;
const HISTOGRAM_BUDGET = 512 * 1024 * 1024;

/** Memory of fits that ended, for the next one: reserving address space is dearer than keeping a little. */
const spare: KernelMemory[] = [];
const KEPT = 2;
const KEPT_BYTES = 256 * 1024 * 1024;

/** One row out of each of `sampled` equal stretches, so that a sorted or periodic frame is still sampled fairly. */
function sampleInto(rows: Int32Array, of: number, random: Random): void {
  for (let i = 0; i < rows.length; i += 1) {
    const from = Math.floor((i * of) / rows.length);
    const to = Math.floor(((i + 1) * of) / rows.length);
    rows[i] = from + random.int(to - from);
  }
}

/** WebAssembly addresses 32 bits: about (2 x columns + 36) bytes a row have to fit into 4 GiB. */
function refuseTooLarge({ bytes, rows, features }: Layout): void {
  if (bytes < 0xffff0000) return;
  throw new EngineProblem(
    'data.too-large',
    `${rows} rows x ${features} columns need ${Math.ceil(bytes / 2 ** 30)} GiB of kernel memory, more than the 4 GiB there are. Train on a sample of the rows, or in chunks with continueGbdt.`,
  );
}

export async function openSession(spec: SessionSpec, run: Run): Promise<Session> {
  const { features, x, y, weight } = spec;
  const threads = Math.max(1, run.pool?.threads ?? 1);
  const slots = Math.floor(HISTOGRAM_BUDGET / (features.length * HISTOGRAM_BYTES));
  const layout = layOut({
    rows: x.rows,
    features: features.length,
    outputs: spec.outputs,
    weighted: weight !== undefined,
    threads,
    slots: Math.max(2, Math.min(spec.maxLeaves, slots)),
    sampled: Math.min(x.rows, CUT_SAMPLE),
  });
  refuseTooLarge(layout);
  const memory =
    spec.kernels === 'reference'
      ? kernelMemory(layout.bytes, 'reference')
      : atLeast(spare.pop() ?? kernelMemory(layout.bytes), layout.bytes);
  const buffer = bufferOf(memory);
  new Float64Array(buffer, layout.targets, x.rows).set(y);
  if (weight !== undefined) new Float64Array(buffer, layout.weights, x.rows).set(weight);
  if (layout.sampled < x.rows) {
    sampleInto(new Int32Array(buffer, layout.sampleRows, layout.sampled), x.rows, run.random.fork('cut sample'));
  }
  const setup: TreeSetup = {
    memory,
    layout,
    loss: spec.loss,
    rules: spec.rules,
    maxBins: Math.min(spec.maxBins, MAX_VALUE_BINS),
    leastInBin: spec.leastInBin,
    categorical: Uint8Array.from(features, ({ kind }) => (kind === 'category' ? 1 : 0)),
    monotone: spec.monotone,
    randomCuts: spec.randomCuts,
  };
  new Uint8Array(buffer, layout.kinds, features.length).set(setup.categorical);
  const alone = run.pool === undefined || memory.kind === 'reference' || x.rows * features.length < WORTH_A_TEAM;
  const team = alone ? soloTeam(treeProgram(setup)) : await run.pool.team('trees', setup);
  const close = () => {
    team.release();
    if (memory.kind === 'wasm' && spare.length < KEPT && buffer.byteLength <= KEPT_BYTES) spare.push(memory);
  };
  try {
    const levelBins = loadColumns(spec, setup, team, buffer);
    team.run(STEP.interleave);
    return {
      layout,
      team,
      kernels: treeKernels(memory),
      buffer,
      rules: spec.rules,
      bins: new Uint32Array(buffer, layout.binsOf, features.length).slice(),
      cuts: features.map((_, at) => new Float32Array(buffer, layout.cuts + at * CUT_SLOTS * 4, CUT_SLOTS).slice()),
      levelBins,
      monotone: spec.monotone,
      randomCuts: spec.randomCuts,
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Encodes the columns, as many at a time as there are threads, and has them cut and binned. */
function loadColumns(spec: SessionSpec, { layout, maxBins }: TreeSetup, team: ThreadTeam, buffer: ArrayBufferLike) {
  const { features, x, weight } = spec;
  const slot = Math.ceil(loadingBytes(x.rows, layout.sampled) / 64) * 64;
  const binCounts = new Uint32Array(buffer, layout.binsOf, features.length);
  const levelBins: (Uint8Array | undefined)[] = [];
  let first = 0;
  while (first < features.length) {
    const kind = features[first]?.kind;
    let count = 0;
    while (count < team.threads && features[first + count]?.kind === kind) count += 1;
    for (let i = 0; i < count; i += 1) {
      const feature = features[first + i] as Feature;
      const values = new Float32Array(buffer, layout.loading + i * slot, x.rows);
      encodeRows(feature, column(x, feature.name), 0, x.rows, values, 0, 1);
      const cuts = new Float32Array(buffer, layout.cuts + (first + i) * CUT_SLOTS * 4, CUT_SLOTS);
      if (kind === 'category') {
        const bins = categoryBins(values, feature.levels.length, weight, maxBins, spec.leastInBin);
        const out = new Uint8Array(buffer, layout.columns + (first + i) * x.rows, x.rows);
        for (let row = 0; row < x.rows; row += 1) {
          const code = values[row] as number;
          out[row] = Number.isNaN(code) ? 0 : (bins.ofLevel[code] as number);
        }
        binCounts[first + i] = bins.count;
        levelBins[first + i] = bins.ofLevel;
      } else if (weight !== undefined) {
        cuts.fill(Number.POSITIVE_INFINITY);
        binCounts[first + i] = chooseCuts(weightedDistinct(values, weight), maxBins, spec.leastInBin, cuts) + 2;
      }
    }
    if (kind !== 'category') team.run(STEP.bin, first, count, weight === undefined ? 0 : 1);
    first += count;
  }
  return levelBins;
}
