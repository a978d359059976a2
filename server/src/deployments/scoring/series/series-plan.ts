import type { PanelSettings as EnginePanelSettings } from '@almanac/engine';
import type { ModelManifest } from '../../model-manifest.ts';

export type PanelSettings = EnginePanelSettings;
export type SeriesPlan = Extract<ModelManifest['plan'], { readonly kind: 'series' }>;

/** The plan of a model that forecasts. */
export function seriesPlanOf({ plan }: Pick<ModelManifest, 'plan'>): SeriesPlan {
  if (plan.kind !== 'series') throw new Error('A model on rows has no series.');
  return plan;
}
