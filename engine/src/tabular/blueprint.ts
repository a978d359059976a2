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
  /** Rough cost of one fit, relative to a linear model. */
  readonly cost: number;
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
  const all = catalogue.filter((entry) => suits(entry, problem)).flatMap(variants);
  if (mode === 'manual') return chosen.map((id) => blueprintNamed(all, id));
  const tuned = (one: TabularBlueprint): boolean => one.id !== one.estimator;
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

function variants({ name, title, params }: CatalogueEntry): TabularBlueprint[] {
  const cost = COSTS[name] ?? 1;
  const plain = { id: name, title, estimator: name, params: {}, cost };
  if (name !== 'gbdt' || params.leaves === undefined) return [plain];
  const slow = { rate: 0.03, rounds: 600 };
  return [
    plain,
    { ...plain, id: 'gbdt-slow', title: `${title}, slow learning`, params: slow, cost: 3 * cost },
    { ...plain, id: 'gbdt-small', title: `${title}, small trees`, params: { ...slow, leaves: 12 }, cost: 2 * cost },
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
