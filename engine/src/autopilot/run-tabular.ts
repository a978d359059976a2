import { type Mode, outOfTime, type Run, withoutProgress } from '../core/run.ts';
import type { Fitted } from '../estimators/estimator.ts';
import type { Frame } from '../frame/frame.ts';
import { listTabularBlueprints, type TabularBlueprint } from '../tabular/blueprint.ts';
import { type FoldResult, fitTabularFold, refitTabular, type Scores, scoreRows } from '../tabular/fit-tabular.ts';
import { prepareTabular, type TabularProblem, type TabularSettings } from '../tabular/problem.ts';
import { averagePredictions, blendOf, type TabularBlend } from '../tabular/tabular-blend.ts';
import {
  type AutopilotSettings,
  type AutopilotState,
  type AutopilotWork,
  nextWork,
  type RunModel,
} from './next-work.ts';

export interface TabularRunSettings extends TabularSettings {
  readonly mode: Mode;
  /** Blueprints to run instead of those of the mode. */
  readonly blueprints?: readonly string[];
}

export interface TabularEntry {
  readonly id: string;
  readonly title: string;
  /** Scores of the folds the model was run on, in their order. */
  readonly folds: readonly Scores[];
  /** Blends only: the models in it. */
  readonly members?: readonly string[];
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

/** The autopilot of a project in one process: does the work that `nextWork` asks for until it is done. */
export async function runTabular(
  table: Frame,
  settings: TabularRunSettings,
  run: Run,
  watch: TabularWatch = {},
): Promise<TabularOutcome> {
  const driver = new TabularDriver(table, settings, run, watch);
  for (let stage: AutopilotState['stage'] = 'start'; stage !== 'done'; ) {
    const step = nextWork({ ...driver.state(), stage });
    for (const work of step.work) await driver.perform(work);
    stage = step.stage;
  }
  return driver.outcome();
}

const BLEND = 'blend';

/** Results by name of the part: `fold_0`, `fold_1`, ... and `holdout`. */
type Results = Map<string, FoldResult>;

class TabularDriver {
  readonly #problem: TabularProblem;
  readonly #blueprints: readonly TabularBlueprint[];
  readonly #settings: AutopilotSettings;
  readonly #run: Run;
  readonly #watch: TabularWatch;
  readonly #trained = new Map<string, { readonly blueprint: TabularBlueprint; readonly results: Results }>();
  #blend: TabularBlend | undefined;
  #recommended = '';
  readonly #models = new Map<string, Fitted>();
  #fits = 0;

  constructor(table: Frame, settings: TabularRunSettings, run: Run, watch: TabularWatch) {
    this.#problem = prepareTabular(table, settings, run.random);
    const mode = settings.blueprints === undefined ? settings.mode : 'manual';
    this.#blueprints = listTabularBlueprints(this.#problem, mode, settings.blueprints);
    const { folds, holdout } = this.#problem.partition;
    this.#settings = {
      mode: settings.mode === 'manual' ? 'auto' : settings.mode,
      lowerIsBetter: this.#problem.metric?.direction !== 'higher',
      parts: folds.map((_, i) => `fold_${i}`),
      holdout: holdout.length > 0,
      blendBestModels: true,
      considerBlendersInRecommendation: true,
      prepareModelForDeployment: true,
    };
    this.#run = run;
    this.#watch = watch;
  }

  state() {
    return {
      settings: this.#settings,
      blueprints: this.#blueprints,
      models: [...this.#trained].map(
        ([id, { blueprint, results }]): RunModel => ({
          id,
          blueprint,
          parts: [...results.keys()],
          skill: null,
          ...this.#scoresOf(this.#folds(results)),
        }),
      ),
      blends: this.#blend === undefined ? [] : [{ id: BLEND, ...this.#scoresOf(this.#blendScores(this.#blend)) }],
    };
  }

  async perform(work: AutopilotWork): Promise<void> {
    if (work.kind === 'train') await this.#train(work.blueprint as TabularBlueprint, work.parts);
    if (work.kind === 'blend') this.#blendOf(work.members);
    if (work.kind === 'prepare') await this.#prepare(work.model);
  }

  /** A model that does not fit into the time budget is left out, as one that fails is in a project. */
  async #train(blueprint: TabularBlueprint, parts: readonly string[]): Promise<void> {
    const results = this.#trained.get(blueprint.id)?.results ?? new Map<string, FoldResult>();
    for (const part of parts) {
      if (outOfTime(this.#run) && this.#trained.size > 0) return;
      const fold = this.#settings.parts.indexOf(part);
      const quiet = withoutProgress(this.#run);
      results.set(part, await fitTabularFold(this.#problem, blueprint, this.#rowsOf(part), fold, quiet));
      this.#trained.set(blueprint.id, { blueprint, results });
      this.#watch.onEntry?.(this.#entryOf(blueprint, results));
      this.#fits += 1;
      const most = this.#blueprints.length * (this.#settings.parts.length + 1);
      this.#run.progress?.(Math.min(0.99, this.#fits / most));
    }
  }

  #rowsOf(part: string) {
    const { folds, holdout } = this.#problem.partition;
    const fold = folds[this.#settings.parts.indexOf(part)];
    if (fold !== undefined) return fold;
    const held = new Set(holdout);
    const all = Int32Array.from({ length: this.#problem.x.rows }, (_, row) => row);
    return { train: all.filter((row) => !held.has(row)), validation: holdout };
  }

  #blendOf(members: readonly string[]): void {
    const trained = members.flatMap((id) => this.#trained.get(id) ?? []);
    const results = new Map(trained.map(({ blueprint, results }) => [blueprint.id, this.#foldResults(results)]));
    const blend = blendOf(
      this.#problem,
      trained.map(({ blueprint }) => blueprint),
      results,
    );
    if (blend.models.length < 2) return;
    this.#blend = blend;
    this.#watch.onEntry?.(this.#blendEntry(blend));
  }

  async #prepare(id: string): Promise<void> {
    this.#recommended = id;
    for (const member of this.#blendNamed(id).models) {
      const { blueprint } = this.#trained.get(member) as { blueprint: TabularBlueprint };
      this.#models.set(member, await refitTabular(this.#problem, blueprint, withoutProgress(this.#run)));
    }
    this.#run.progress?.(1);
  }

  outcome(): TabularOutcome {
    const blend = this.#blendNamed(this.#recommended);
    const entries = [...this.#trained.values()].map(({ blueprint, results }) => this.#entryOf(blueprint, results));
    const held = blend.models.map((id) => this.#trained.get(id)?.results.get('holdout')?.predicted);
    const { holdout } = this.#problem.partition;
    const scores = held.every((one) => one !== undefined)
      ? scoreRows(this.#problem, holdout, averagePredictions(held, blend.weights))
      : undefined;
    return {
      problem: this.#problem,
      leaderboard: this.#blend === undefined ? entries : [this.#blendEntry(this.#blend), ...entries],
      recommended: this.#recommended,
      blend,
      models: this.#models,
      ...(scores === undefined || this.#problem.task === 'anomaly' ? {} : { holdout: scores }),
    };
  }

  #blendNamed(id: string): TabularBlend {
    return id === BLEND && this.#blend !== undefined ? this.#blend : { models: [id], weights: [1] };
  }

  #foldResults = (results: Results): FoldResult[] => this.#settings.parts.flatMap((part) => results.get(part) ?? []);
  #folds = (results: Results): Scores[] => this.#foldResults(results).map(({ scores }) => scores);

  #blendScores({ models, weights }: TabularBlend): Scores[] {
    return this.#settings.parts.map((part) => {
      const predictions = models.map((id) => this.#trained.get(id)?.results.get(part)?.predicted as Float64Array);
      return scoreRows(this.#problem, this.#rowsOf(part).validation, averagePredictions(predictions, weights));
    });
  }

  #scoresOf(folds: readonly Scores[]): { first: number | null; overall: number | null } {
    const scores = folds.map((fold) => {
      const score = fold[this.#problem.metric?.name ?? ''] ?? Number.NaN;
      return Number.isFinite(score) ? score : null;
    });
    const { length } = this.#settings.parts;
    const complete = length > 1 && scores.length === length && scores.every((score) => score !== null);
    const overall = complete ? scores.reduce((sum: number, score) => sum + (score as number) / length, 0) : null;
    return { first: scores[0] ?? null, overall };
  }

  #entryOf({ id, title }: TabularBlueprint, results: Results): TabularEntry {
    return { id, title, folds: this.#folds(results) };
  }

  #blendEntry(blend: TabularBlend): TabularEntry {
    const folds = this.#blendScores(blend);
    return { id: BLEND, title: 'ENET Blender (weighted mean)', folds, members: blend.models };
  }
}
