import { type Mode, outOfTime, type Run, withoutProgress } from '../core/run.ts';
import type { Fitted } from '../estimators/estimator.ts';
import { type Frame, takeRows, takeValues } from '../frame/frame.ts';
import { better } from '../metrics/catalogue.ts';
import { listTabularBlueprints, type TabularBlueprint } from '../tabular/blueprint.ts';
import { type FoldResult, fitTabularFold, refitTabular, type Scores, scoreRows } from '../tabular/fit-tabular.ts';
import { prepareTabular, type TabularProblem, type TabularSettings } from '../tabular/problem.ts';
import { averagePredictions, blendOf, type TabularBlend, type TabularEntry } from '../tabular/tabular-blend.ts';

export interface TabularRunSettings extends TabularSettings {
  readonly mode: Mode;
  readonly blueprints?: readonly string[];
}

export interface TabularOutcome {
  readonly problem: TabularProblem;
  readonly leaderboard: readonly TabularEntry[];
  readonly recommended: string;
  readonly blend: TabularBlend;
  /** Models of the recommended entry, learned on all rows. */
  readonly models: ReadonlyMap<string, Fitted>;
  /** Scores of the recommended entry on the holdout, before it was learned again with those rows. */
  readonly holdout?: Scores;
}

export interface TabularWatch {
  readonly onEntry?: (entry: TabularEntry) => void;
}

/** Models that go on from the first fold to all of them. */
const FINALISTS = 5;

/** Every blueprint on one fold, the best on all, a blend of those, and the winner learned again on all rows. */
export async function runTabular(
  table: Frame,
  settings: TabularRunSettings,
  run: Run,
  watch: TabularWatch = {},
): Promise<TabularOutcome> {
  const problem = prepareTabular(table, settings, run.random);
  const blueprints = listTabularBlueprints(problem, settings.mode, settings.blueprints);
  const { folds, holdout } = problem.partition;
  const results = new Map<string, FoldResult[]>();
  const quiet = withoutProgress(run);
  const steps = blueprints.length + Math.min(FINALISTS, blueprints.length) * (folds.length - 1) + 2;
  let done = 0;
  const score = async (blueprint: TabularBlueprint, fold: number): Promise<void> => {
    if (outOfTime(run) && results.size > 0) return;
    const rows = folds[fold];
    if (rows === undefined) return;
    const result = await fitTabularFold(problem, blueprint, rows, fold, quiet);
    results.set(blueprint.id, [...(results.get(blueprint.id) ?? []), result]);
    watch.onEntry?.(entryOf(blueprint, results.get(blueprint.id) ?? []));
    run.progress?.(Math.min(1, ++done / steps));
  };
  for (const blueprint of blueprints) await score(blueprint, 0);
  const ranked = rankedBy(problem, blueprints, results).slice(0, FINALISTS);
  for (let fold = 1; fold < folds.length; fold++) for (const blueprint of ranked) await score(blueprint, fold);

  const finalists = rankedBy(problem, ranked, results);
  const { blend, entry } = blendOf(problem, finalists, results);
  if (entry !== undefined) watch.onEntry?.(entry);
  const used = finalists.filter(({ id }) => blend.models.includes(id));
  const outside = holdout.length > 0 && problem.task !== 'anomaly';
  const tested = outside ? await scoreHoldout(problem, used, blend, quiet) : undefined;
  const models = new Map<string, Fitted>();
  for (const blueprint of used) models.set(blueprint.id, await refitTabular(problem, blueprint, quiet));
  run.progress?.(1);
  const entries = blueprints.filter(({ id }) => results.has(id)).map((one) => entryOf(one, results.get(one.id) ?? []));
  const outcome = {
    problem,
    leaderboard: entry === undefined ? entries : [entry, ...entries],
    recommended: blend.models.length > 1 ? 'blend' : (blend.models[0] as string),
    blend,
    models,
  };
  return tested === undefined ? outcome : { ...outcome, holdout: tested };
}

const entryOf = ({ id, title }: TabularBlueprint, results: readonly FoldResult[]): TabularEntry => ({
  id,
  title,
  folds: results.map(({ scores }) => scores),
});

function rankedBy(
  { metric }: TabularProblem,
  blueprints: readonly TabularBlueprint[],
  results: ReadonlyMap<string, readonly FoldResult[]>,
): TabularBlueprint[] {
  const run = blueprints.filter(({ id }) => results.has(id));
  if (metric === undefined) return run;
  const most = Math.max(...run.map(({ id }) => results.get(id)?.length ?? 0));
  const mean = ({ id }: TabularBlueprint): number => {
    const scores = (results.get(id) ?? []).map((result) => result.scores[metric.name] ?? Number.NaN);
    return scores.reduce((sum, value) => sum + value / scores.length, 0);
  };
  const complete = run.filter(({ id }) => results.get(id)?.length === most);
  return complete.sort((a, b) => (better(metric, mean(a), mean(b)) ? -1 : better(metric, mean(b), mean(a)) ? 1 : 0));
}

async function scoreHoldout(
  problem: TabularProblem,
  blueprints: readonly TabularBlueprint[],
  blend: TabularBlend,
  run: Run,
): Promise<Scores> {
  const { holdout } = problem.partition;
  const held = new Set(holdout);
  const train = Int32Array.from({ length: problem.x.rows }, (_, row) => row).filter((row) => !held.has(row));
  const inside: TabularProblem = {
    ...problem,
    x: takeRows(problem.x, train),
    y: takeValues(problem.y, train),
    ...(problem.weight === undefined ? {} : { weight: takeValues(problem.weight, train) }),
  };
  const test = takeRows(problem.x, holdout);
  const predictions: Float64Array[] = [];
  for (const id of blend.models) {
    const blueprint = blueprints.find((one) => one.id === id) as TabularBlueprint;
    predictions.push((await refitTabular(inside, blueprint, run)).predict(test));
  }
  return scoreRows(problem, holdout, averagePredictions(predictions, blend.weights));
}
