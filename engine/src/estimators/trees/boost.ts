import { budgetSpent, type Run } from '../../core/run.ts';
import { growTree } from './grow-tree.ts';
import { leafQuantile, linkOf, weightedQuantile } from './loss.ts';
import { bagRows, contentHashes, pickFeatures } from './sampling.ts';
import { openSession, type Session, type SessionSpec } from './session.ts';
import { type Ensemble, leafOf, type Tree } from './tree.ts';
import type { GrownTree, GrowthRules } from './tree-builder.ts';
import { STEP } from './tree-setup.ts';
import type { Watcher } from './watcher.ts';

type TreeRules = Pick<GrowthRules, 'maxLeaves' | 'maxDepth' | 'minRows' | 'minHessian' | 'minGain'>;

export interface BoostRules extends TreeRules {
  readonly rounds: number;
  readonly rate: number;
  readonly l2: number;
  readonly maxBins: number;
  readonly rowShare: number;
  readonly columnShare: number;
  readonly patience: number;
}

type FitRows = Pick<SessionSpec, 'features' | 'x' | 'y' | 'weight' | 'outputs' | 'loss' | 'monotone' | 'kernels'>;

export interface BoostSpec extends FitRows {
  readonly rules: BoostRules;
  readonly starts: Float64Array;
  /** Scores the rows already have, rows x outputs; boosting goes on from there. */
  readonly scores: Float64Array | undefined;
  readonly before: readonly Tree[];
  readonly watcher: Watcher | undefined;
}

const COUNTED = new Set(['squared', 'absolute', 'huber', 'quantile']);

/** Gradient boosting of histogram trees; see `gbdt`. */
export async function boost(spec: BoostSpec, run: Run): Promise<Ensemble> {
  const { rules } = spec;
  const session = await openSession(
    {
      ...spec,
      randomCuts: false,
      maxLeaves: rules.maxLeaves,
      maxBins: rules.maxBins,
      leastInBin: 3,
      rules: { l2: rules.l2, categoryL2: 10, categorySmoothing: 10, maxCategories: 32 },
    },
    run,
  );
  try {
    const trees = boostRounds(spec, session, run);
    const { features, starts, before } = spec;
    return { features, trees: [...before, ...trees], starts, scale: 1, link: linkOf(spec.loss.name) };
  } finally {
    session.close();
  }
}

function boostRounds(spec: BoostSpec, session: Session, run: Run): Tree[] {
  const { rules, outputs, watcher } = spec;
  const { layout, team, buffer } = session;
  const scores = new Float64Array(buffer, layout.scores, layout.rows * outputs);
  if (spec.scores !== undefined) scores.set(spec.scores);
  else if (outputs === 1) scores.fill(spec.starts[0] as number);
  else for (let i = 0; i < scores.length; i += 1) scores[i] = spec.starts[i % outputs] as number;

  const index = new Int32Array(buffer, layout.index, layout.rows);
  const useful = Int32Array.from(session.bins.keys()).filter(
    (feature) => (session.bins[feature] as number) > 1 + Number(isNumber(spec, feature)),
  );
  const hashes = rules.rowShare < 1 ? contentHashes(session) : undefined;
  const trees: Tree[] = [];
  for (let round = 0; round < rules.rounds && useful.length > 0; round += 1) {
    if (budgetSpent(run) && round > 0) break;
    const stream = run.random.fork(`round ${spec.before.length / outputs + round}`);
    const rows = bagRows(index, hashes, rules.rowShare, stream);
    const features = pickFeatures(useful, rules.columnShare, stream);
    let grew = false;
    for (let output = 0; output < outputs; output += 1) {
      team.run(STEP.gradients, output);
      if (output > 0) bagRows(index, hashes, rules.rowShare, stream);
      const grown = growTree(session, { ...rules, countsByHessian: COUNTED.has(spec.loss.name), features }, rows);
      fillLeaves(spec, session, grown);
      applyTree(session, grown, rows, output);
      grew ||= grown.leaves.length > 1;
      trees.push(grown.tree);
    }
    run.progress?.((round + 1) / rules.rounds);
    if (watcher?.stopsAfter(trees.slice(-outputs)) === true) break;
    if (!grew && rules.rowShare === 1 && rules.columnShare === 1) break;
  }
  return watcher === undefined ? trees : trees.slice(0, watcher.bestRounds() * outputs);
}

function isNumber(spec: BoostSpec, feature: number): boolean {
  return spec.features[feature]?.kind !== 'category';
}

/** Leaf values: a shrunk Newton step, or a quantile of the residuals where the loss asks for one. */
function fillLeaves({ loss, rules, monotone }: BoostSpec, session: Session, { tree, leaves }: GrownTree): void {
  const { layout, buffer } = session;
  const level = monotone.some((direction) => direction !== 0) ? undefined : leafQuantile(loss);
  const index = new Int32Array(buffer, layout.index, layout.rows);
  for (const leaf of leaves) {
    let value = Math.min(leaf.high, Math.max(leaf.low, -leaf.g / (leaf.h + rules.l2)));
    if (level !== undefined)
      value = residualQuantile(session, index.subarray(leaf.begin, leaf.begin + leaf.count), level);
    tree.value[leaf.node] = Number.isFinite(value) ? value * rules.rate : 0;
  }
}

function residualQuantile({ layout, buffer }: Session, rows: Int32Array, level: number): number {
  const targets = new Float64Array(buffer, layout.targets, layout.rows);
  const scores = new Float64Array(buffer, layout.scores, layout.rows);
  const weights = layout.weighted ? new Float64Array(buffer, layout.weights, layout.rows) : undefined;
  const residuals = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i] as number;
    residuals[i] = (targets[row] as number) - (scores[row] as number);
  }
  return weightedQuantile(residuals, weights && Float64Array.from(rows, (row) => weights[row] as number), level);
}

/** Adds the tree to the scores: rows it grew from by their leaf, the others by walking it. */
function applyTree(session: Session, { tree, leaves }: GrownTree, rows: number, output: number): void {
  const { layout, team, buffer } = session;
  const starts = new Int32Array(buffer, layout.scratch, leaves.length + 1);
  const values = new Float32Array(buffer, layout.scratch + Math.ceil((leaves.length + 1) / 2) * 8, leaves.length);
  leaves.forEach((leaf, at) => {
    starts[at] = leaf.begin;
    values[at] = tree.value[leaf.node] as number;
  });
  starts[leaves.length] = rows;
  team.run(STEP.scores, leaves.length, output);
  if (rows === layout.rows) return;
  const index = new Int32Array(buffer, layout.index, layout.rows);
  const scores = new Float64Array(buffer, layout.scores, layout.rows * layout.outputs);
  const codes = walkerOverBins(session, tree);
  for (let i = rows; i < layout.rows; i += 1) {
    const row = index[i] as number;
    const at = row * layout.outputs + output;
    scores[at] = (scores[at] as number) + (tree.value[codes(row)] as number);
  }
}

/** Finds the leaf of a row from its bins: a value that stands for each bin, walked like any other. */
function walkerOverBins(session: Session, tree: Tree): (row: number) => number {
  const { layout, buffer } = session;
  const bins = new Uint8Array(buffer, layout.matrix, layout.rows * layout.stride);
  const values = new Float32Array(layout.features);
  const stands = session.cuts.map((cuts, feature) => standIns(session, feature, cuts));
  return (row) => {
    for (let f = 0; f < layout.features; f += 1) {
      values[f] = (stands[f] as Float32Array)[bins[row * layout.stride + f] as number] as number;
    }
    return leafOf(tree, values);
  };
}

function standIns(session: Session, feature: number, cuts: Float32Array): Float32Array {
  const stand = new Float32Array(256).fill(Number.NaN);
  const levels = session.levelBins[feature];
  if (levels !== undefined) {
    levels.forEach((bin, level) => {
      if (bin > 0) stand[bin] = level;
    });
    return stand;
  }
  // The cut itself is the largest value of its bin; above the last one infinity would do.
  for (let bin = 1; bin < 256; bin += 1) stand[bin] = cuts[bin - 1] as number;
  return stand;
}
