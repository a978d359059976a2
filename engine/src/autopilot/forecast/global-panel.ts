import { withoutEmptyColumns } from '../../frame/empty-columns.ts';
import type { Frame } from '../../frame/frame.ts';
import type { Fitted, Run } from '../../model/estimator.ts';
import type { DerivedRows } from '../../series/derive.ts';
import { restored } from '../../series/normaliser.ts';
import type { Panel } from '../../series/panel.ts';
import type { Recipe } from '../../series/recipe.ts';
import { planAtEnds } from '../../series/row-plan.ts';
import { distancesOf } from '../../series/windows.ts';
import { continueGlobal } from './continue-global.ts';
import { explainGlobal } from './explain-global.ts';
import { writeGlobalPanel } from './global-format.ts';
import { type Block, type GlobalParts, rowsFor } from './global-parts.ts';
import { FEWEST_ROWS, tooFewRows, trainingRows } from './global-rows.ts';
import { guardForecasts } from './guard.ts';
import type { ForecastContext, PanelForecaster, PanelModel } from './panel-model.ts';

/** A row model and how to learn it: an estimator with its parameters chosen. */
export interface RowLearner {
  /** Name in the table of model readers. */
  readonly name: string;
  fit(x: Frame, y: Float64Array, run: Run): Promise<Fitted>;
}

export interface GlobalPanelSettings {
  readonly learner: RowLearner;
  recipe(panel: Panel, context: ForecastContext): Recipe;
  readonly maxRows: number;
  readonly distancesPerOrigin: number;
  /** Models on different samples of origins whose forecasts are averaged. */
  readonly members: number;
  /** Local model whose forecasts are corrected; none when absent. */
  readonly base?: string;
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
      const parts = { learner: settings.learner.name, windows, periods, recipe, blocks };
      return globalPanelModel(settings.base === undefined ? parts : { ...parts, base: settings.base });
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
        const rows = rowsFor(panel, parts.recipe, planAtEnds(panel, distances), parts.base, parts.periods);
        const values = meanPrediction(rows, members);
        for (let r = 0; r < values.length; r++) {
          const series = Math.floor(r / distances.length);
          const value = (values[r] as number) * (rows.scale[r] as number) + (rows.centre[r] as number);
          out[series * count + column + (r % distances.length)] = restored(value, parts.recipe.normaliser.transform);
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
