import type { DeploymentRow, HealthSettings, ModelPackageRow } from '#deployments';
import { targetColumn } from '../drift/target-drift.ts';
import { watchedFeatures } from '../drift/watched-features.ts';
import type { Layout } from '../profiles/layout.ts';
import { columnNamed, type KeptProfiles, mergedColumns, rowsIn } from '../profiles/read-profiles.ts';
import { driftLamp, type LampLight } from './drift-health.rules.ts';

/** The lamp of drift over some of the kept profiles of a model. */
export function driftOfRows(
  of: { readonly deployment: DeploymentRow; readonly model: ModelPackageRow; readonly layout: Layout },
  settings: HealthSettings['dataDrift'],
  kept: KeptProfiles,
  rows: KeptProfiles['rows'],
): LampLight {
  const { featureDrift, targetDrift } = of.deployment.settings;
  const features = featureDrift.enabled ? watchedFeatures(of.deployment, of.model, of.layout) : [];
  const predicted = targetDrift.enabled ? targetColumn(of.layout) : undefined;
  const names = [...features.map(({ name }) => name), ...(predicted ? [predicted.name] : [])];
  const recent = mergedColumns(kept, rows, names);
  const seen = features.map((feature, at) => ({
    ...feature,
    column: columnNamed(of.layout, feature.name),
    recent: recent[at] ?? null,
  }));
  const predictions = predicted ? { column: predicted, recent: recent[features.length] ?? null } : null;
  return driftLamp(seen, predictions, rowsIn(rows), settings);
}
