import type { FeatureColumns } from './feature.ts';
import { covariatesOf, type Panel } from './panel.ts';

/** The columns of a panel as the names of derived features say them. */
export const featureColumns = (panel: Panel): FeatureColumns => ({
  target: panel.target,
  known: covariatesOf(panel, 'known').map(({ name }) => name),
  observed: covariatesOf(panel, 'observed').map(({ name }) => name),
  statics: covariatesOf(panel, 'static').map(({ name }) => name),
});
