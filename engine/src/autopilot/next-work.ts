import type { Mode } from '../core/run.ts';
import type { BoostingSettings, ForecastBlueprint } from '../forecasting/blueprint.ts';
import type { TabularBlueprint } from '../tabular/blueprint.ts';

/**
 * The autopilot as a pure state machine: from the settings of a run and the models that are finished to the work that
 * comes next. It has no clock and does no work itself; whoever drives it (a server with jobs, a bench in process) does
 * the work, adds the finished models to the state and calls `nextWork` again until the stage is `done`.
 */

/**
 * `first`: every blueprint on the newest part. `tune`: variants of the best boosted forecaster. `rest`: the better ones
 * on all other parts. `blend`: combinations of those. `prepare`: the winner is recommended and learned again on all
 * data. `compare` and `go-on`: incremental learning over the chunks of a larger dataset.
 */
export type AutopilotStage = 'first' | 'tune' | 'rest' | 'blend' | 'prepare' | 'compare' | 'go-on' | 'done';

export type Blueprint = ForecastBlueprint | TabularBlueprint;

export interface AutopilotSettings {
  readonly mode: Mode;
  readonly lowerIsBetter: boolean;
  /** Names of the backtests (newest first) or folds that models are evaluated on. */
  readonly parts: readonly string[];
  readonly holdout: boolean;
  readonly blendBestModels: boolean;
  readonly considerBlendersInRecommendation: boolean;
  readonly prepareModelForDeployment: boolean;
  readonly incremental?: {
    /** Chunks that every model able to continue learns before the best is chosen; null: chosen without. */
    readonly iterationsBeforeSelection: number | null;
    /** Chunks of the dataset in all. */
    readonly chunks: number;
  };
}

/** A trained model of the run. Models that failed are not in the state. */
export interface RunModel {
  readonly id: string;
  readonly blueprint: Blueprint;
  /** Parts it has been evaluated on. */
  readonly parts: readonly string[];
  /** Skill on the newest backtest (see `ForecastScores`); null for tables. */
  readonly skill: number | null;
  /** The metric of the run on the first part, and the mean over all parts. */
  readonly first: number | null;
  readonly overall: number | null;
  /** Whether it can learn from more data without what it has learned from. */
  readonly canContinue?: boolean;
}

export type RunBlend = Pick<RunModel, 'id' | 'first' | 'overall'>;

export interface AutopilotState {
  /** The stage whose work has ended; `start` before the first. */
  readonly stage: AutopilotStage | 'start';
  readonly settings: AutopilotSettings;
  /** The blueprints of the mode. */
  readonly blueprints: readonly Blueprint[];
  readonly models: readonly RunModel[];
  readonly blends: readonly RunBlend[];
  /** Models continued in `compare`. */
  readonly continued?: readonly Pick<RunModel, 'id' | 'first'>[];
}

export type AutopilotWork =
  /** Train a new model of a blueprint, or go on with a model, on these parts. */
  | {
      readonly kind: 'train';
      readonly blueprint: Blueprint;
      readonly model?: string;
      readonly parts: readonly string[];
    }
  /** Blend the members (best first) by every rule and keep the best `most` blends. */
  | { readonly kind: 'blend'; readonly members: readonly string[]; readonly most: number }
  | { readonly kind: 'recommend'; readonly model: string; readonly as: 'Most Accurate' | 'Recommended for Deployment' }
  /** Learn the model again on all data, holdout included, and recommend the result for deployment. */
  | { readonly kind: 'prepare'; readonly model: string }
  /** Learn from chunks `from` on: `most` of them, or all that are left, then with early stopping. */
  | { readonly kind: 'continue'; readonly model: string; readonly from: number; readonly most?: number };

export interface AutopilotStep {
  readonly stage: AutopilotStage;
  /** Empty only when the stage is `done`. `recommend` takes no time; the rest is to end before the next call. */
  readonly work: readonly AutopilotWork[];
}

/** Tables: models that go on from the first part to all of them. */
const TABULAR_FINALISTS = 5;
/** Forecasting: share of the models that go on to the older backtests, and how many at least. */
const KEPT_SHARE = 0.6;
const KEPT_LEAST = 6;
/** A family far behind the best model would only cost time. */
const FAR_BEHIND = 1.5;
/** Blends that get a place on the leaderboard. */
const MOST_BLENDS = 3;

const AFTER: Readonly<Record<AutopilotState['stage'], AutopilotStage>> = {
  start: 'first',
  first: 'tune',
  tune: 'rest',
  rest: 'blend',
  blend: 'prepare',
  prepare: 'compare',
  compare: 'go-on',
  'go-on': 'done',
  done: 'done',
};

const WORK_OF: Readonly<Record<AutopilotStage, (state: AutopilotState) => AutopilotWork[]>> = {
  first: ({ settings, blueprints }) =>
    blueprints.map((blueprint) => ({ kind: 'train', blueprint, parts: settings.parts.slice(0, 1) })),
  tune: ({ settings, models }) => {
    if (settings.mode !== 'comprehensive') return [];
    const parts = settings.parts.slice(0, 1);
    return tunedVariants(models).map((blueprint) => ({ kind: 'train', blueprint, parts }));
  },
  rest: ({ settings, models }) => {
    const wanted = [...settings.parts.slice(1), ...(settings.holdout ? ['holdout'] : [])];
    return finalists(models, settings).flatMap(({ id, blueprint, parts: done }): AutopilotWork[] => {
      const parts = wanted.filter((part) => !done.includes(part));
      return parts.length === 0 ? [] : [{ kind: 'train', blueprint, model: id, parts }];
    });
  },
  blend: ({ settings, models }) => {
    const complete = models.filter((model) => settings.parts.every((part) => model.parts.includes(part)));
    if (!settings.blendBestModels || complete.length < 2) return [];
    const members = rankByScore(complete, overall, settings).map(({ id }) => id);
    return [{ kind: 'blend', members, most: MOST_BLENDS }];
  },
  prepare: ({ settings, models, blends }) => {
    const winner = winnerOf(settings.considerBlendersInRecommendation ? [...models, ...blends] : models, settings);
    if (winner === undefined) return [];
    const recommend = { kind: 'recommend', model: winner.id } as const;
    return [
      { ...recommend, as: 'Most Accurate' },
      settings.prepareModelForDeployment
        ? { kind: 'prepare', model: winner.id }
        : { ...recommend, as: 'Recommended for Deployment' },
    ];
  },
  compare: ({ settings, models }) => {
    const most = settings.incremental?.iterationsBeforeSelection ?? null;
    if (most === null) return [];
    return continuing(models, settings).map(({ id }) => ({ kind: 'continue', model: id, from: 0, most }));
  },
  'go-on': ({ settings, models, continued = [] }) => {
    if (settings.incremental === undefined) return [];
    const { iterationsBeforeSelection, chunks } = settings.incremental;
    const from = continued.length > 0 ? (iterationsBeforeSelection ?? 0) : 0;
    const [best] = continued.length > 0 ? rankByScore(continued, first, settings) : continuing(models, settings);
    return best === undefined || from >= chunks ? [] : [{ kind: 'continue', model: best.id, from }];
  },
  done: () => [],
};

/**
 * What to do when the work of `state.stage` has ended: the next stage that has work, with recommendations of stages
 * passed on the way. The same state always gives the same work.
 */
export function nextWork(state: AutopilotState): AutopilotStep {
  if (state.stage === 'start' && state.settings.mode === 'manual') return { stage: 'done', work: [] };
  const work: AutopilotWork[] = [];
  let stage = AFTER[state.stage];
  for (; stage !== 'done'; stage = AFTER[stage]) {
    work.push(...WORK_OF[stage](state));
    if (work.some(({ kind }) => kind !== 'recommend')) break;
  }
  return { stage, work };
}

type Scored = Pick<RunModel, 'first' | 'overall'>;
const first = ({ first }: Pick<RunModel, 'first'>): number | null => first;
const overall = ({ overall }: Scored): number | null => overall;

/** Best first; without the score last; of equals the one that was first stays first. */
function rankByScore<T>(
  models: readonly T[],
  score: (model: T) => number | null,
  { lowerIsBetter }: Pick<AutopilotSettings, 'lowerIsBetter'>,
): T[] {
  return models.toSorted((a, b) => {
    const [x, y] = [score(a), score(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return lowerIsBetter ? x - y : y - x;
  });
}

/** Best by the metric over all parts; on the first part where no model was evaluated on all. */
function winnerOf<T extends Scored>(models: readonly T[], settings: AutopilotSettings): T | undefined {
  const complete = models.filter((model) => model.overall !== null);
  return complete.length > 0 ? rankByScore(complete, overall, settings)[0] : rankByScore(models, first, settings)[0];
}

const continuing = (models: readonly RunModel[], settings: AutopilotSettings): RunModel[] =>
  rankByScore(
    models.filter(({ canContinue }) => canContinue === true),
    first,
    settings,
  );

const isForecast = (blueprint: Blueprint): blueprint is ForecastBlueprint => 'family' in blueprint;

/** Models that go on to the parts they have not been evaluated on. */
function finalists(models: readonly RunModel[], settings: AutopilotSettings): readonly RunModel[] {
  if (models.some(({ blueprint }) => isForecast(blueprint))) return forecastFinalists(models);
  const scored = models.filter((model) => model.first !== null);
  return (scored.length > 0 ? rankByScore(scored, first, settings) : models).slice(0, TABULAR_FINALISTS);
}

/** The models with the best skill on the newest backtest, and the best of each family: blends need variety. */
function forecastFinalists(models: readonly RunModel[]): RunModel[] {
  const bySkill = rankedBySkill(models);
  const count = Math.min(models.length, Math.max(KEPT_LEAST, Math.ceil(KEPT_SHARE * models.length)));
  const kept = new Set(bySkill.slice(0, count));
  const best = bySkill[0]?.skill ?? Number.POSITIVE_INFINITY;
  const seen = new Set<string>();
  for (const model of bySkill) {
    const { family } = model.blueprint as ForecastBlueprint;
    if (!seen.has(family) && (model.skill as number) < FAR_BEHIND * best) kept.add(model);
    seen.add(family);
  }
  return models.filter((model) => kept.has(model));
}

const rankedBySkill = (models: readonly RunModel[]): RunModel[] =>
  models.filter(({ skill }) => skill !== null).toSorted((a, b) => (a.skill as number) - (b.skill as number));

/** One step away from the defaults in each direction that matters. */
const TUNING_STEPS: readonly (readonly [name: string, change: Partial<BoostingSettings>])[] = [
  ['few-leaves', { leaves: 12 }],
  ['many-leaves', { leaves: 80, minChildRows: 80 }],
  ['large-leaves', { minChildRows: 200 }],
  ['few-columns', { columnShare: 0.25 }],
  ['all-columns', { columnShare: 1 }],
];

/** Variants of the boosted forecaster with the best skill so far, as blueprints like any other. */
function tunedVariants(models: readonly RunModel[]): ForecastBlueprint[] {
  const best = rankedBySkill(models)
    .map(({ blueprint }) => blueprint)
    .find((blueprint) => isForecast(blueprint) && blueprint.kind === 'boosting');
  if (best === undefined || !isForecast(best) || best.kind !== 'boosting') return [];
  return TUNING_STEPS.map(([name, change]) => ({
    ...best,
    id: `${best.id}-${name}`,
    title: `${best.title}, ${name.replace('-', ' ')}`,
    boosting: { ...best.boosting, ...change },
  }));
}
