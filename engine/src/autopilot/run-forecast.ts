import { applyBlend, type Blend, pruneBlend, restrictBlend, usedModels } from '../blend/blend-data.ts';
import { BLEND_RULES, type BlendScore, scoreBlends } from '../blend/choose-blend.ts';
import { checkCancelled, type Mode, outOfTime, type Run, withoutProgress } from '../core/run.ts';
import {
  type BacktestResult,
  backtestBlueprint,
  blendDataOf,
  refitBlueprint,
  residualsOf,
} from '../forecasting/backtest-blueprint.ts';
import type { ForecastBlueprint } from '../forecasting/blueprint.ts';
import { type Effort, listForecastBlueprints } from '../forecasting/blueprint-catalogue.ts';
import type { PanelModel } from '../forecasting/panel-model.ts';
import { type ForecastProblem, type ForecastSettings, prepareForecast } from '../forecasting/problem.ts';
import { type ForecastScores, scoreForecasts } from '../forecasting/score.ts';
import { type IntervalModel, learnIntervals } from '../intervals/conformal.ts';
import type { Panel } from '../series/panel.ts';
import { distancesOf, type EvaluationPart } from '../series/windows.ts';
import { type AutopilotSettings, type AutopilotWork, nextWork, type RunBlend, type RunModel } from './next-work.ts';

export interface ForecastRunSettings extends ForecastSettings {
  readonly mode: Mode;
  /** Blueprints to run instead of those of the mode. */
  readonly blueprints?: readonly string[];
  /** Size of the boosted models, when it should differ from that of the mode. */
  readonly effort?: Partial<Effort>;
  /** What the winner is chosen by; as in a project, MASE for several series and RMSE for one unless given. */
  readonly metric?: Exclude<keyof ForecastScores, 'skill'>;
}

/** One line of the leaderboard. */
export interface LeaderboardEntry {
  readonly id: string;
  readonly title: string;
  readonly family: string;
  /** Scores in the order of the backtests, newest first. */
  readonly backtests: readonly ForecastScores[];
  /** Blends only: the models in it. */
  readonly members?: readonly string[];
}

/** Everything an autopilot run leaves behind. */
export interface ForecastOutcome {
  readonly problem: ForecastProblem;
  readonly leaderboard: readonly LeaderboardEntry[];
  /** Id of the leaderboard entry that is recommended for deployment. */
  readonly recommended: string;
  /** Its blend, or the model alone with weight 1, over the models below. */
  readonly blend: Blend;
  /** The models of the blend, learned on all data. */
  readonly models: ReadonlyMap<string, PanelModel>;
  readonly intervals: IntervalModel;
  /** Scores of the recommended entry on the holdout, where there is one. */
  readonly holdout?: ForecastScores;
}

export interface ForecastWatch {
  /** A blueprint has been scored on one more backtest, or a blend was scored. */
  readonly onEntry?: (entry: LeaderboardEntry) => void;
}

/** The autopilot of a project in one process: does the work that `nextWork` asks for until it is done. */
export async function runForecast(
  panel: Panel,
  settings: ForecastRunSettings,
  run: Run,
  watch: ForecastWatch = {},
): Promise<ForecastOutcome> {
  const driver = new ForecastDriver(panel, settings, run, watch);
  for (let stage: Parameters<typeof nextWork>[0]['stage'] = 'start'; stage !== 'done'; ) {
    const step = nextWork({ ...driver.state(), stage });
    for (const work of step.work) await driver.perform(work);
    stage = step.stage;
  }
  return driver.outcome();
}

/** What one model or blend forecast in the parts it was evaluated on, by name of the part. */
type Results = ReadonlyMap<string, BacktestResult>;

class ForecastDriver {
  readonly #problem: ForecastProblem;
  readonly #parts: readonly EvaluationPart[];
  readonly #blueprints: readonly ForecastBlueprint[];
  readonly #settings: AutopilotSettings;
  readonly #metric: keyof ForecastScores;
  readonly #run: Run;
  readonly #watch: ForecastWatch;
  readonly #trained = new Map<
    string,
    { readonly blueprint: ForecastBlueprint; readonly results: Map<string, BacktestResult> }
  >();
  #blends: readonly BlendScore[] = [];
  #recommended = '';
  readonly #models = new Map<string, PanelModel>();
  #fits = 0;

  constructor(panel: Panel, settings: ForecastRunSettings, run: Run, watch: ForecastWatch) {
    const problem = prepareForecast(panel, settings);
    const { backtests, holdout } = problem.plan;
    this.#problem = problem;
    this.#parts = holdout === undefined ? backtests : [...backtests, holdout];
    const mode = settings.blueprints === undefined ? settings.mode : 'manual';
    this.#blueprints = listForecastBlueprints(problem, mode, settings.blueprints, settings.effort);
    this.#metric = settings.metric ?? (panel.series.length > 1 ? 'MASE' : 'RMSE');
    this.#settings = {
      mode: settings.mode === 'manual' ? 'auto' : settings.mode,
      lowerIsBetter: true,
      parts: backtests.map(({ name }) => name),
      holdout: holdout !== undefined,
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
      models: [...this.#trained].map(([id, { blueprint, results }]): RunModel => {
        const skill = results.get(this.#settings.parts[0] as string)?.scores.skill ?? null;
        return { id, blueprint, parts: [...results.keys()], skill, ...this.#scoresOf(results) };
      }),
      blends: this.#blends.map(
        (blend): RunBlend => ({ id: blendId(blend), ...this.#scoresOf(this.#resultsOf(blend)) }),
      ),
    };
  }

  async perform(work: AutopilotWork): Promise<void> {
    if (work.kind === 'train') await this.#train(work.blueprint as ForecastBlueprint, work.parts);
    if (work.kind === 'blend') this.#blend(work.members, work.most);
    if (work.kind === 'prepare') await this.#prepare(work.model);
  }

  /** A model that does not fit into the time budget is left out, as one that fails is in a project. */
  async #train(blueprint: ForecastBlueprint, parts: readonly string[]): Promise<void> {
    const results = this.#trained.get(blueprint.id)?.results ?? new Map<string, BacktestResult>();
    for (const part of this.#parts.filter(({ name }) => parts.includes(name))) {
      if (outOfTime(this.#run) && this.#trained.size > 0) return;
      results.set(part.name, await backtestBlueprint(this.#problem, blueprint, part, withoutProgress(this.#run)));
      this.#trained.set(blueprint.id, { blueprint, results });
      this.#watch.onEntry?.(this.#entryOf(blueprint, results));
      this.#report();
    }
  }

  #blend(members: readonly string[], most: number): void {
    const complete = new Map(members.map((id) => [id, this.#evaluated(this.#resultsOfModel(id))]));
    this.#blends = scoreBlends(blendDataOf(complete), this.#problem.panel.series.length)
      // A blend of one is that model again.
      .filter(({ blend }) => usedModels(pruneBlend(blend)).length > 1)
      .slice(0, most);
    for (const blend of this.#blends) this.#watch.onEntry?.(this.#blendEntry(blend));
  }

  async #prepare(id: string): Promise<void> {
    this.#recommended = id;
    for (const member of usedModels(this.#blendNamed(id))) {
      checkCancelled(this.#run);
      const { blueprint } = this.#trained.get(member) as { blueprint: ForecastBlueprint };
      this.#models.set(member, await refitBlueprint(this.#problem, blueprint, withoutProgress(this.#run)));
    }
    this.#run.progress?.(1);
  }

  outcome(): ForecastOutcome {
    const { panel, context } = this.#problem;
    const blend = this.#blendNamed(this.#recommended);
    const score = this.#blends.find((one) => blendId(one) === this.#recommended);
    const results = score === undefined ? this.#resultsOfModel(this.#recommended) : this.#resultsOf(score);
    const windows = this.#evaluated(results);
    const predicted = Float64Array.from(windows.flatMap((window) => Array.from(window.predicted)));
    const residuals = residualsOf(panel, context.periods[0] ?? 1, windows, predicted);
    const holdout = this.#holdoutScores(blend);
    return {
      problem: this.#problem,
      leaderboard: [
        ...this.#blends.map((one) => this.#blendEntry(one)),
        ...[...this.#trained.values()].map((one) => this.#entryOf(one.blueprint, one.results)),
      ],
      recommended: this.#recommended,
      blend: restrictBlend(blend, [...this.#models.keys()]),
      models: this.#models,
      intervals: learnIntervals(residuals, panel.series.length, distancesOf(context.windows).length),
      ...(holdout === undefined ? {} : { holdout }),
    };
  }

  #blendNamed(id: string): Blend {
    const found = this.#blends.find((one) => blendId(one) === id);
    return found === undefined ? { kind: 'weights', models: [id], weights: [1] } : pruneBlend(found.blend);
  }

  #resultsOfModel = (id: string): Results => this.#trained.get(id)?.results ?? new Map();

  /** Results of the backtests, newest first. */
  #evaluated = (results: Results): BacktestResult[] => this.#settings.parts.flatMap((part) => results.get(part) ?? []);

  /** A blend is scored on weights learned without the cells that are scored. */
  #resultsOf({ rule, blend, outOfFold }: BlendScore): Results {
    let from = 0;
    return new Map(
      this.#evaluated(this.#resultsOfModel(blend.models[0] as string)).map(({ cells, backtest }) => {
        const predicted = outOfFold.subarray(from, from + cells.actual.length);
        from += cells.actual.length;
        return [backtest, { blueprint: rule, backtest, cells, predicted, scores: scoreForecasts(predicted, cells) }];
      }),
    );
  }

  #holdoutScores(blend: Blend): ForecastScores | undefined {
    const members = blend.models.map((id) => this.#resultsOfModel(id).get('holdout'));
    const cells = members.find((member) => member !== undefined)?.cells;
    if (cells === undefined || cells.actual.length === 0) return undefined;
    const forecasts = members.map((member) => member?.predicted ?? new Float64Array(cells.actual.length));
    return scoreForecasts(
      applyBlend(blend, forecasts, (cell) => cells.series[cell] as number),
      cells,
    );
  }

  #scoresOf(results: Results): { first: number | null; overall: number | null } {
    const scores = this.#settings.parts.map((part) => {
      const score = results.get(part)?.scores[this.#metric] ?? Number.NaN;
      return Number.isFinite(score) ? score : null;
    });
    const complete = scores.every((score) => score !== null);
    const overall = complete ? scores.reduce((sum: number, score) => sum + (score as number) / scores.length, 0) : null;
    return { first: scores[0] ?? null, overall };
  }

  #entryOf({ id, title, family }: ForecastBlueprint, results: Results): LeaderboardEntry {
    return { id, title, family, backtests: this.#evaluated(results).map(({ scores }) => scores) };
  }

  #blendEntry(score: BlendScore): LeaderboardEntry {
    const title = BLEND_RULES.find(({ id }) => id === score.rule)?.title ?? score.rule;
    const backtests = this.#evaluated(this.#resultsOf(score)).map(({ scores }) => scores);
    return { id: blendId(score), title, family: 'BL-01', backtests, members: usedModels(score.blend) };
  }

  /** Share of the fits that a run takes at most: every blueprint on every part. */
  #report(): void {
    this.#fits += 1;
    this.#run.progress?.(Math.min(0.99, this.#fits / (this.#blueprints.length * this.#parts.length)));
  }
}

const blendId = ({ rule }: BlendScore): string => `blend-${rule}`;
