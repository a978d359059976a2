import { EngineProblem } from '../core/engine-problem.ts';
import type { Run } from '../core/run.ts';
import { continueModel, estimatorNamed } from '../estimators/catalogue.ts';
import type { Fitted } from '../estimators/estimator.ts';
import { type Frame, withoutEmptyColumns } from '../frame/frame.ts';
import { restoreValue } from '../series/choose-normaliser.ts';
import { type DerivedRows, deriveRows } from '../series/derive.ts';
import type { Panel } from '../series/panel.ts';
import type { Recipe } from '../series/recipe.ts';
import { planAtEnds } from '../series/training-plan.ts';
import { distancesOf } from '../series/windows.ts';
import type { BoostingSettings, ForecastBlueprint } from './blueprint.ts';
import { explainGlobal } from './explain-global.ts';
import {
  type Block,
  FEWEST_ROWS,
  type GlobalParts,
  tooFewRows,
  trainingRows,
  writeGlobalPanel,
} from './global-parts.ts';
import { guardForecasts } from './guard.ts';
import type { ForecastContext, MoreCells, PanelForecaster, PanelModel } from './panel-model.ts';

/** A row model and how to learn it: an estimator with its parameters chosen. */
interface RowLearner {
  /** Name in the table of model readers. */
  readonly name: string;
  fit(x: Frame, y: Float64Array, run: Run): Promise<Fitted>;
}

interface GlobalPanelSettings {
  readonly learner: RowLearner;
  recipe(panel: Panel, context: ForecastContext): Recipe;
  readonly maxRows: number;
  readonly distancesPerOrigin: number;
  /** Models on different samples of origins whose forecasts are averaged. */
  readonly members: number;
  /** Last distance of each block with a model of its own; empty for one model over all distances. */
  readonly blocks: readonly number[];
}

/** One model for all series: learned on rows (series, origin, distance) with features scaled at each origin. */
export function globalPanel(settings: GlobalPanelSettings): PanelForecaster {
  return {
    async fit(panel, context, run) {
      const all = distancesOf(context.windows);
      const recipe = settings.recipe(context.decidedOn ?? panel, context);
      const blocks: Block[] = [];
      for (const distances of splitDistances(all, settings.blocks)) {
        const members: Fitted[] = [];
        for (let member = 0; member < settings.members; member++) {
          const label = `block ${distances[0]} member ${member}`;
          const how = { ...settings, distances, periods: context.periods };
          const rows = trainingRows(panel, recipe, how, run.random.fork(`origins ${label}`));
          if (rows.y.length < FEWEST_ROWS) throw tooFewRows(panel, rows.y.length);
          const x = withoutEmptyColumns(rows.x);
          members.push(await settings.learner.fit(x, rows.y, { ...run, random: run.random.fork(label) }));
        }
        blocks.push({ distances, members });
      }
      const { windows, periods } = context;
      return globalPanelModel({ learner: settings.learner.name, windows, periods, recipe, blocks });
    },
  };
}

function splitDistances(distances: readonly number[], ends: readonly number[]): number[][] {
  if (ends.length === 0) return [[...distances]];
  const edges = [...ends.filter((end) => end < (distances.at(-1) as number)), distances.at(-1) as number];
  let from = Number.NEGATIVE_INFINITY;
  return edges
    .map((end) => {
      const block = distances.filter((k) => k > from && k <= end);
      from = end;
      return block;
    })
    .filter((block) => block.length > 0);
}

export function globalPanelModel(parts: GlobalParts): PanelModel {
  return {
    kind: 'global',
    forecast(panel) {
      const count = parts.blocks.reduce((sum, { distances }) => sum + distances.length, 0);
      const out = new Float64Array(panel.series.length * count);
      let column = 0;
      for (const { distances, members } of parts.blocks) {
        const rows = deriveRows(panel, parts.recipe, planAtEnds(panel, distances));
        const values = meanPrediction(rows, members);
        for (let r = 0; r < values.length; r++) {
          const series = Math.floor(r / distances.length);
          const value = (values[r] as number) * (rows.scale[r] as number) + (rows.centre[r] as number);
          out[series * count + column + (r % distances.length)] = restoreValue(
            value,
            parts.recipe.normaliser.transform,
          );
        }
        column += distances.length;
      }
      return guardForecasts(out, panel, parts.periods);
    },
    explain: (panel) => explainGlobal(panel, parts),
    learnMore: async (more, blueprint, run) => globalPanelModel(await continueGlobal(parts, more, blueprint, run)),
    write: (to) => writeGlobalPanel(to, parts),
  };
}

function meanPrediction(rows: DerivedRows, members: readonly Fitted[]): Float64Array {
  const sum = new Float64Array(rows.x.rows);
  for (const member of members) {
    const predicted = member.predict(rows.x);
    for (let r = 0; r < sum.length; r++) sum[r] = (sum[r] as number) + (predicted[r] as number) / members.length;
  }
  return sum;
}

/**
 * A global model after more cells: every member goes on boosting over the rows whose target is a new cell, with features
 * derived from what is remembered of the series. A block whose distances have too few new rows stays as it is.
 */
async function continueGlobal(
  parts: GlobalParts,
  { panel, from }: MoreCells,
  blueprint: ForecastBlueprint,
  run: Run,
): Promise<GlobalParts> {
  if (blueprint.kind !== 'boosting') {
    throw new EngineProblem(
      'model.cannot-continue',
      `"${blueprint.title}" learns from all cells at once. Continue with a boosted, local or lag-map forecaster.`,
    );
  }
  const { maxRows, boosting } = blueprint;
  const { periods, learner: name } = parts;
  const blocks: Block[] = [];
  for (const { distances, members } of parts.blocks) {
    const how = { distances, maxRows, distancesPerOrigin: DISTANCES_PER_ORIGIN, periods, from };
    const continued: Fitted[] = [];
    for (const [member, model] of members.entries()) {
      const label = `block ${distances[0]} member ${member}`;
      const rows = trainingRows(panel, parts.recipe, how, run.random.fork(`origins ${label}`));
      const learned = { ...rows, task: 'regression' } as const;
      const own = { ...run, random: run.random.fork(label) };
      continued.push(
        rows.y.length < FEWEST_ROWS
          ? model
          : await continueModel({ name, model }, learned, boostingParams(boosting), own),
      );
    }
    blocks.push({ distances, members: continued });
  }
  return { ...parts, blocks };
}

/** Distances an origin contributes to training: more origins with fewer distances each tell more than the reverse. */
export const DISTANCES_PER_ORIGIN = 12;

/** Boosted trees with the settings of a blueprint. */
export const boostingLearner = (settings: BoostingSettings): RowLearner => learner('gbdt', boostingParams(settings));

function boostingParams(settings: BoostingSettings): Readonly<Record<string, unknown>> {
  const { loss, rounds, leaves, learningRate, minChildRows, columnShare, rowShare, huberBend } = settings;
  return {
    loss,
    huberBend,
    rounds,
    leaves,
    rate: learningRate,
    minRows: minChildRows,
    columnShare,
    rowShare,
  };
}

/** Elastic net, its penalty chosen by cross-validation. */
export const linearLearner = (): RowLearner => learner('elastic-net', {});

function learner(name: string, params: Readonly<Record<string, unknown>>): RowLearner {
  return { name, fit: (x, y, run) => estimatorNamed(name).fit({ x, y, task: 'regression' }, params, run) };
}
