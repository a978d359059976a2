import type { Random } from '../../core/random.ts';
import { budgetSpent, type Run } from '../../core/run.ts';
import { checkTraining, constantTarget } from '../check-training.ts';
import type { Estimator, TrainingData } from '../estimator.ts';
import { type Constraints, flag, integer, interval } from '../parameters.ts';
import { EnsembleModel } from './ensemble-model.ts';
import { featuresOf } from './feature.ts';
import { growTree } from './grow-tree.ts';
import { weightedMean } from './loss.ts';
import { bootstrapCounts, contentHashes, pickSome } from './sampling.ts';
import { openSession, type Session } from './session.ts';
import type { Tree } from './tree.ts';

export interface ForestParams {
  readonly trees: number;
  readonly leaves: number;
  /** 0 for no limit. */
  readonly depth: number;
  readonly minRows: number;
  /** Share of the columns that every split chooses from; 0 for the default (a third, the square root for classes). */
  readonly columnShare: number;
  readonly bootstrap: boolean;
}

const rules = (bootstrap: boolean): Constraints<ForestParams> => ({
  trees: integer(1, 2000, 100, 'log'),
  leaves: integer(2, 65_536, 1024, 'log'),
  depth: integer(0, 64, 0),
  minRows: integer(1, 10_000, 3, 'log'),
  columnShare: interval(0, 1, 0),
  bootstrap: flag(bootstrap),
});

function columnsPerSplit({ columnShare }: ForestParams, features: number, classes: boolean): number {
  const usual = classes ? Math.sqrt(features) : features / 3;
  return Math.min(features, Math.max(1, Math.round(columnShare === 0 ? usual : columnShare * features)));
}

/** Trees of one bootstrap, one per output: each predicts the distance of its target from the mean of all rows. */
function growOne(
  session: Session,
  y: Float64Array,
  starts: Float64Array,
  params: ForestParams,
  counts: Float64Array,
  random: Random,
): Tree[] {
  const { layout, buffer, bins } = session;
  const pairs = new Float32Array(buffer, layout.gradients, layout.rows * 2);
  const index = new Int32Array(buffer, layout.index, layout.rows);
  const features = Int32Array.from(bins.keys()).filter(
    (feature) => (bins[feature] as number) > 2 || session.levelBins[feature] !== undefined,
  );
  const outputs = starts.length;
  const wanted = columnsPerSplit(params, features.length, outputs > 1);
  return Array.from(starts, (start, output) => {
    let rows = 0;
    for (let row = 0; row < layout.rows; row += 1) {
      const count = counts[row] as number;
      const target = outputs === 1 ? (y[row] as number) : y[row] === output ? 1 : 0;
      pairs[2 * row] = (start - target) * count;
      pairs[2 * row + 1] = count;
      if (count > 0) index[rows++] = row;
    }
    const { tree, leaves } = growTree(
      session,
      {
        maxLeaves: params.leaves,
        maxDepth: params.depth === 0 ? Number.POSITIVE_INFINITY : params.depth,
        minRows: params.minRows,
        minHessian: 0,
        minGain: 1e-12,
        countsByHessian: true,
        features,
        ...(wanted < features.length && {
          perNode: (path: string) => pickSome(features, wanted, random.fork(`columns ${output} ${path}`)),
        }),
        ...(session.randomCuts && { draw: (path: string) => random.fork(`cuts ${output} ${path}`).next }),
      },
      rows,
    );
    for (const leaf of leaves) tree.value[leaf.node] = leaf.h > 0 ? -leaf.g / leaf.h : 0;
    return tree;
  });
}

function startsOf({ y, weight, task, classes }: TrainingData): Float64Array {
  if (task !== 'multiclass') return Float64Array.of(weightedMean(y, weight));
  return Float64Array.from({ length: classes ?? 2 }, (_, k) =>
    weightedMean(
      y.map((value) => (value === k ? 1 : 0)),
      weight,
    ),
  );
}

async function fitForest(
  data: TrainingData,
  params: ForestParams,
  run: Run,
  randomCuts: boolean,
): Promise<EnsembleModel> {
  checkTraining(data);
  const { x, y, weight, task } = data;
  const features = featuresOf(x, weight);
  const constant = constantTarget(data);
  const link = task === 'regression' ? 'identity' : 'normalise';
  if (constant !== undefined) {
    return new EnsembleModel({ features, trees: [], starts: Float64Array.of(constant), scale: 1, link });
  }
  const starts = startsOf(data);
  const session = await openSession(
    {
      features,
      x,
      y,
      weight,
      outputs: 1,
      loss: { name: 'squared', parameter: 0 },
      rules: { l2: 0, categoryL2: 0, categorySmoothing: 1e-9, maxCategories: 128 },
      monotone: new Int8Array(features.length),
      randomCuts,
      maxLeaves: params.leaves,
      maxBins: 255,
      leastInBin: 1,
    },
    run,
  );
  try {
    const hashes = contentHashes(session);
    const trees: Tree[] = [];
    for (let at = 0; at < params.trees; at += 1) {
      if (budgetSpent(run) && at > 0) break;
      const random = run.random.fork(`tree ${at}`);
      const counts = bootstrapCounts(hashes, weight, params.bootstrap, random);
      trees.push(...growOne(session, y, starts, params, counts, random));
      run.progress?.((at + 1) / params.trees);
    }
    return new EnsembleModel({ features, trees, starts, scale: starts.length / trees.length, link });
  } finally {
    session.close();
  }
}

/**
 * Random forest: the mean of deep trees, each grown on resampled rows with a random choice of columns at every split.
 * Several classes are learned as one tree per class and bootstrap (Breiman 2001, "Random forests", Machine Learning 45,
 * doi:10.1023/A:1010933404324).
 */
export const randomForest: Estimator<ForestParams> = {
  name: 'random-forest',
  title: 'RandomForest',
  tasks: ['regression', 'binary', 'multiclass'],
  params: rules(true),
  fit: (data, params, run) => fitForest(data, params, run, false),
};

/**
 * Extremely randomised trees: like a random forest, but split points are drawn at random, one per column, and the best of
 * those is taken (Geurts, Ernst and Wehenkel 2006, "Extremely randomized trees", Machine Learning 63).
 */
export const extraTrees: Estimator<ForestParams> = {
  name: 'extra-trees',
  title: 'ExtraTrees',
  tasks: ['regression', 'binary', 'multiclass'],
  params: rules(false),
  fit: (data, params, run) => fitForest(data, params, run, true),
};
