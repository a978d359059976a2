import type { DeploymentRow, HealthSettings, ModelPackageRow } from '#deployments';
import { watchedFeatures } from '../drift/watched-features.ts';
import type { Layout } from '../profiles/layout.ts';
import { columnNamed, type KeptProfiles, mergedColumns, rowsIn } from '../profiles/read-profiles.ts';
import { driftLamp, type LampLight } from './drift-lamp.rules.ts';

/** The lamp of drift over some of the kept profiles of a model. */
export function driftOfRows(
  of: { readonly deployment: DeploymentRow; readonly model: ModelPackageRow; readonly layout: Layout },
  settings: HealthSettings['dataDrift'],
  kept: KeptProfiles,
  rows: KeptProfiles['rows'],
): LampLight {
  const features = watchedFeatures(of.deployment, of.model, of.layout);
  const recent = mergedColumns(
    kept,
    rows,
    features.map(({ name }) => name),
  );
  const seen = features.map((feature, at) => ({
    ...feature,
    column: columnNamed(of.layout, feature.name),
    recent: recent[at] ?? null,
  }));
  return driftLamp(seen, rowsIn(rows), settings);
}
