import type { Task } from '../core/run.ts';
import { estimatorNamed } from '../estimators/catalogue.ts';
import { AUTO, readTuning, type Tunable, type TuningSteps } from '../estimators/tuning.ts';
import type { TabularBlueprint } from './blueprint.ts';
import { withValue } from './grid.ts';

/** Classes have one loss; numbers have a choice. */
const LOSS = { loss: 'loss', quantile: 'quantile_alpha', huberBend: 'huber_delta', tweediePower: 'tweedie_p' };
const BOOSTING: TuningSteps = [
  ['Binning of numbers', { bins: 'max_bin' }],
  ['Boosting', { rounds: 'n_estimators', rate: 'learning_rate', l2: 'reg_lambda' }],
  ['Sampling of rows and columns', { rowShare: 'subsample', columnShare: 'colsample_bytree' }],
  [
    'Tree growth',
    {
      leaves: 'num_leaves',
      depth: 'max_depth',
      minRows: 'min_child_samples',
      minHessian: 'min_child_weight',
      minGain: 'min_split_gain',
    },
  ],
];
const FOREST: TuningSteps = [
  ['Bootstrap', { bootstrap: 'bootstrap' }],
  ['Column sampling', { columnShare: 'max_features' }],
  [
    'Forest of trees',
    { trees: 'n_estimators', leaves: 'max_leaf_nodes', depth: 'max_depth', minRows: 'min_samples_leaf' },
  ],
];
const LINEAR: TuningSteps = [
  ['Mixing of penalties', { mix: 'enet_alpha' }],
  ['Penalty', { strength: 'enet_lambda' }],
  ['Standardization', { standardise: 'standardize' }],
];

/** What can be tuned in tables. Parameters that a fit on rows never looks at are left out. */
const STEPS: Readonly<Record<string, TuningSteps>> = {
  baseline: [['Baseline', { center: 'center' }]],
  'elastic-net': LINEAR,
  ridge: LINEAR.slice(1),
  logistic: LINEAR,
  glm: [['Distribution', { family: 'distribution', power: 'tweedie_p' }], ...LINEAR],
  'nearest-neighbours': [
    ['Neighbours', { k: 'n_neighbors' }],
    ['Sampling of rows', { mostRows: 'max_rows' }],
    ['Smoothing of classes', { smoothing: 'smoothing' }],
  ],
  gbdt: BOOSTING,
  'random-forest': FOREST,
  'extra-trees': FOREST,
  'isolation-forest': [['Isolation forest', { trees: 'n_estimators', sample: 'max_samples' }]],
};

function stepsFor(estimator: string, task: Task): TuningSteps {
  const steps = STEPS[estimator] ?? [];
  // Classes have one baseline; numbers have no shares to smooth.
  if (task !== 'regression') return estimator === 'baseline' ? [] : steps;
  if (estimator === 'gbdt')
    return steps.map(([step, names]) => [step, step === 'Boosting' ? { ...names, ...LOSS } : names]);
  return steps.filter(([step]) => step !== 'Smoothing of classes');
}

/** The parameters of a blueprint that can be tuned, step by step. */
export function tunableParameters({ estimator, params, grid }: TabularBlueprint, task: Task): Tunable[] {
  const rules = estimatorNamed(estimator).params;
  return stepsFor(estimator, task).flatMap(([step, names]) =>
    Object.entries(names).flatMap(([param, name]): Tunable[] => {
      const rule = rules[param];
      if (rule === undefined) return [];
      // The strength of a penalty is searched unless it is fixed.
      const auto = param === 'strength';
      const usual = auto ? AUTO : rule.fallback;
      const single = auto && params.selection !== 'fixed' ? AUTO : (params[param] ?? rule.fallback);
      const current = grid?.values[param] ?? single;
      return [{ id: `${estimator}.${name}`, name, step, param, rule, auto, current, usual }];
    }),
  );
}

export interface GridOptions {
  readonly most: number;
  readonly seed: number;
  readonly metric: string;
}

/** The same blueprint with other parameters; what is not chosen stays as it is. A list is searched by each fit. */
export function tuneBlueprint(
  blueprint: TabularBlueprint,
  task: Task,
  chosen: Iterable<readonly [id: string, value: unknown]>,
  options?: GridOptions,
): TabularBlueprint {
  const tunables = tunableParameters(blueprint, task);
  let params = blueprint.params;
  const values: Record<string, readonly unknown[]> = { ...blueprint.grid?.values };
  for (const [id, value] of chosen) {
    const list = Array.isArray(value) && task !== 'anomaly' && value.length > 0 ? value : [value];
    const read = list.map((one) => [...readTuning(tunables, [[id, one]])][0] as [string, unknown]);
    const [param, first] = read[0] as [string, unknown];
    if (read.length > 1) values[param] = read.map(([, one]) => one);
    else {
      delete values[param];
      params = withValue(params, param, first);
    }
  }
  const { grid: _, ...plain } = blueprint;
  const grid = options ?? blueprint.grid;
  if (Object.keys(values).length === 0 || grid === undefined) return { ...plain, params };
  const { most, seed, metric } = grid;
  return { ...plain, params, grid: { values, most, seed, metric } };
}
