import type { DeploymentRow, ModelPackageRow } from '#deployments';
import type { Layout } from '../profiles/layout.ts';

export interface WatchedFeature {
  readonly name: string;
  readonly importance: number | null;
}

/**
 * Features whose drift is told, the most important first. Dates are none: time passes, and that is no drift. Of models
 * on rows only those they learned from.
 */
export function watchedFeatures(deployment: DeploymentRow, model: ModelPackageRow, layout: Layout): WatchedFeature[] {
  const { featureSelection, trackedFeatures } = deployment.settings.featureDrift;
  const known = new Set(layout.filter(({ role }) => role === 'feature').map(({ name }) => name));
  const tracked = new Set(trackedFeatures);
  const isTracked = (name: string) => featureSelection !== 'manual' || tracked.has(name);
  const columns: readonly WatchedFeature[] =
    model.bundle === null
      ? [...known].map((name) => ({ name, importance: null }))
      : model.bundle.columns.filter(
          ({ kind, needed }) => kind !== 'date' && (needed || model.bundle?.plan.kind === 'series'),
        );
  return columns
    .filter(({ name }) => known.has(name) && isTracked(name))
    .map(({ name, importance }) => ({ name, importance }))
    .sort((a, b) => (b.importance ?? 0) - (a.importance ?? 0) || (a.name < b.name ? -1 : 1));
}
