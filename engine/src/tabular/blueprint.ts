import { EngineProblem } from '../core/engine-problem.ts';
import type { Mode } from '../core/run.ts';
import { type CatalogueEntry, catalogue } from '../estimators/catalogue.ts';
import type { TabularProblem } from './problem.ts';

/** A model for rows of a table, as data: an estimator of the catalogue with chosen parameters. */
export interface TabularBlueprint {
  readonly id: string;
  readonly title: string;
  readonly estimator: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Parameters that each fit chooses from several values before it trains. */
  readonly grid?: ParameterGrid;
  /** Rough cost of one fit, relative to a linear model. */
  readonly cost: number;
}

export interface ParameterGrid {
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** Combinations that are tried: drawn at random where there are more. */
  readonly most: number;
  readonly seed: number;
  /** What decides. */
  readonly metric: string;
}

/** Rough cost of the estimators whose fit takes longer than a linear model's. */
const COSTS: Readonly<Record<string, number>> = {
  baseline: 0.01,
  gbdt: 5,
  'random-forest': 10,
  'extra-trees': 8,
  'nearest-neighbours': 20,
};

/** Nearest neighbours compare every row with every other: only for tables where that is quick. */
const MOST_ROWS_FOR_NEIGHBOURS = 20_000;
/** Estimators the quick mode runs. */
const QUICK = new Set(['baseline', 'elastic-net', 'logistic', 'gbdt', 'isolation-forest']);

/** Blueprints that make sense for a problem in a mode, cheapest first. */
export function listTabularBlueprints(
  problem: TabularProblem,
  mode: Mode,
  chosen: readonly string[] = [],
): TabularBlueprint[] {
  const all = catalogue.filter((entry) => suits(entry, problem)).flatMap((entry) => variants(entry, problem.task));
  if (mode === 'manual') return chosen.map((id) => blueprintNamed(all, id));
  const tuned = (one: TabularBlueprint): boolean => one.id !== one.estimator && one.id !== 'gbdt-level';
  return all
    .filter((one) =>
      mode === 'quick' ? QUICK.has(one.estimator) && !tuned(one) : mode !== 'auto' || !tuned(one) || one.cost <= 10,
    )
    .sort((a, b) => a.cost - b.cost || (a.id < b.id ? -1 : 1));
}

function suits(entry: CatalogueEntry, problem: TabularProblem): boolean {
  if (!entry.tasks.includes(problem.task)) return false;
  if (entry.name === 'nearest-neighbours') return problem.x.rows <= MOST_ROWS_FOR_NEIGHBOURS;
  // Ridge is the elastic net without its first half: it would be the same model twice.
  if (entry.name === 'ridge') return false;
  // A generalised linear model with a logarithm for its link needs a target that allows one.
  if (entry.name === 'glm') return problem.y.every((value) => value >= 0) && problem.y.some((value) => value > 0);
  return true;
}

/** Names whose words are not those of the estimator with the task behind them. */
const NAMES: Readonly<Record<string, Readonly<Record<'Classifier' | 'Regressor', string>>>> = {
  baseline: { Classifier: 'Majority Class Classifier (baseline)', Regressor: 'Mean Response Regressor (baseline)' },
  'elastic-net': {
    Classifier: 'Elastic-Net Classifier',
    Regressor: 'Elastic-Net Regressor (L1 and L2 / Least-Squares Loss)',
  },
  logistic: {
    Classifier: 'Logistic Regression (Elastic-Net Classifier, L2 / Deviance)',
    Regressor: 'Logistic Regression',
  },
  glm: { Classifier: 'Generalized Linear Model', Regressor: 'Generalized Linear Model (Poisson, log link)' },
};

/** Scripts choose models by the field's own names, so a model is called what others call its family. */
function titleOf({ name, title }: CatalogueEntry, task: TabularProblem['task']): string {
  if (task === 'anomaly') return `${title} (Anomaly Detection)`;
  const kind = task === 'regression' ? 'Regressor' : 'Classifier';
  return NAMES[name]?.[kind] ?? `${title} ${kind}`;
}

/** Every split of a level before the next level, as XGBoost grows its trees: all that the depth allows, with its limits. */
const LEVEL_WISE = { depth: 6, leaves: 64, minRows: 1, minHessian: 1 };

function variants(entry: CatalogueEntry, task: TabularProblem['task']): TabularBlueprint[] {
  const { name, params } = entry;
  const cost = COSTS[name] ?? 1;
  const title = titleOf(entry, task);
  const plain = { id: name, title, estimator: name, params: {}, cost };
  if (name !== 'gbdt' || params.leaves === undefined) return [plain];
  const slow = { rate: 0.03, rounds: 600 };
  const levelWise = `${titleOf({ ...entry, title: 'eXtreme Gradient Boosted Trees' }, task)} (level-wise)`;
  return [
    plain,
    { ...plain, id: 'gbdt-level', title: levelWise, params: LEVEL_WISE },
    { ...plain, id: 'gbdt-slow', title: `${title} (slow learning)`, params: slow, cost: 3 * cost },
    { ...plain, id: 'gbdt-small', title: `${title} (small trees)`, params: { ...slow, leaves: 12 }, cost: 2 * cost },
  ];
}

function blueprintNamed(all: readonly TabularBlueprint[], id: string): TabularBlueprint {
  const found = all.find((blueprint) => blueprint.id === id);
  if (found !== undefined) return found;
  throw new EngineProblem(
    'autopilot.unknown-blueprint',
    `There is no blueprint "${id}" for this problem. Choose from: ${all.map((one) => one.id).join(', ')}.`,
  );
}
