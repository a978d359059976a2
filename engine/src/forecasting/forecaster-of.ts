import { changeNormaliser, levelNormaliser, type Normaliser, type TargetShape } from '../series/choose-normaliser.ts';
import type { Panel } from '../series/panel.ts';
import { defaultRecipe, type Recipe } from '../series/recipe.ts';
import type { ForecastBlueprint, Scaling } from './blueprint.ts';
import { boostingLearner, DISTANCES_PER_ORIGIN, globalPanel, linearLearner } from './global-panel.ts';
import { lagMap } from './lag-map/lag-map.ts';
import { localPanel } from './local-panel.ts';
import type { ForecastContext, PanelForecaster } from './panel-model.ts';

/** Builds what a blueprint describes, for data of this shape. */
export function forecasterOf(blueprint: ForecastBlueprint, shape: TargetShape): PanelForecaster {
  if (blueprint.kind === 'local') return localPanel(blueprint);
  if (blueprint.kind === 'lag-map') {
    return {
      fit: (panel, context, run) =>
        lagMap({
          normaliser: scalingNormaliser(blueprint.scaling, shape, context.periods),
          maxOrigins: blueprint.maxOrigins,
        }).fit(panel, context, run),
    };
  }
  const recipe = (panel: Panel, context: ForecastContext): Recipe =>
    recipeOf(panel, context, scalingNormaliser(blueprint.scaling, shape, context.periods));
  return {
    fit(panel, context, run) {
      const blocks = blueprint.kind === 'boosting' && blueprint.blocks ? blockEnds(context) : [];
      return globalPanel({
        learner: blueprint.kind === 'boosting' ? boostingLearner(blueprint.boosting) : linearLearner(),
        recipe,
        maxRows: blueprint.maxRows,
        distancesPerOrigin: DISTANCES_PER_ORIGIN,
        members: blueprint.kind === 'boosting' ? blueprint.members : 1,
        blocks,
      }).fit(panel, context, run);
    },
  };
}

export function recipeOf(panel: Panel, context: ForecastContext, normaliser: Normaliser): Recipe {
  const { windows, periods, events } = context;
  const { crossSeriesGroup, crossSeriesTotal } = context;
  const settings = {
    ...{ windows, periods, normaliser, crossSeries: panel.dated && context.crossSeries !== false },
    ...(crossSeriesGroup === undefined ? {} : { crossSeriesGroup }),
    ...(crossSeriesTotal === undefined ? {} : { crossSeriesTotal }),
  };
  return defaultRecipe(panel, events === undefined ? settings : { ...settings, events });
}

export function scalingNormaliser(scaling: Scaling, shape: TargetShape, periods: readonly number[]): Normaliser {
  const { logarithm } = shape;
  switch (scaling) {
    case 'level':
      return levelNormaliser(periods);
    case 'change':
      return changeNormaliser(shape, periods, 'none');
    case 'log-change':
      return changeNormaliser(shape, periods, logarithm);
    case 'log-level':
      return {
        transform: logarithm,
        centre: shape.centre,
        scale: 'one',
        window: Math.max(periods.at(-1) ?? 1, 6),
        period: shape.period,
      };
  }
}

/** Near, middle and far: the first season of a long window, or halves of a short one. */
function blockEnds(context: ForecastContext): number[] {
  const { first, last, blind } = context.windows;
  const length = last - first + 1;
  if (length < 6) return [];
  const offset = first - 1 + blind;
  return [Math.max(1, Math.round(length / 6)), Math.round(length / 2)].map((end) => end + offset);
}
