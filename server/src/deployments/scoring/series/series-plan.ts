import type { PanelSettings as EnginePanelSettings } from '@almanac/engine';
import type { ModelBundle } from '../../bundle.ts';

export type PanelSettings = EnginePanelSettings;
export type SeriesPlan = Extract<ModelBundle['plan'], { readonly kind: 'series' }>;

/** The plan of a model that forecasts. */
export function seriesPlanOf({ plan }: Pick<ModelBundle, 'plan'>): SeriesPlan {
  if (plan.kind !== 'series') throw new Error('A model on rows has no series.');
  return plan;
}
