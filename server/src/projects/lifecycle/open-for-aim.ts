import { type ColumnProfile, versionProfile } from '#data';
import type { Platform } from '#platform/context.ts';
import { newId } from '#platform/ids.ts';
import { featureStore, type NewFeature } from '../core/features/feature.store.ts';
import { featureListStore } from '../core/features/feature-list.store.ts';
import { type FeatureListRow, INFORMATIVE, RAW } from '../core/features/feature-list.tables.ts';
import type { FeatureProfile } from '../core/features/feature-profile.ts';
import { lockProject, projectStore } from '../core/project/project.store.ts';
import type { ProjectRow } from '../core/project/project.tables.ts';

/** The data are read: their columns become features, and the project waits for a target. */
export async function openForAim(platform: Platform, project: ProjectRow, versionId: string): Promise<void> {
  const { rowCount, columns } = await versionProfile(platform, versionId);
  const features = columns.map((column) => toFeature(column, rowCount));
  await platform.db.transaction(async (tx) => {
    const now = platform.now();
    if ((await lockProject(tx, project.id))?.stage !== 'eda') return;
    await featureStore(tx).insert(project.id, features);
    const names = columns.map(({ name }) => name);
    const informative = columns.filter(({ summary }) => !summary.lowInformation).map(({ name }) => name);
    const list = (name: string, description: string, of: string[]): FeatureListRow => ({
      id: newId(now),
      project_id: project.id,
      kind: 'input',
      name,
      description,
      features: of,
      is_user_created: false,
      created_by: project.created_by,
      created_at: now,
    });
    await featureListStore(tx).insertOnce([
      list(RAW, 'Every column of the data', names),
      list(INFORMATIVE, 'Columns that can tell something: not empty, constant, an identifier or a copy', informative),
    ]);
    await projectStore(tx).moveStage(project.id, 'eda', 'aim');
  });
}

function toFeature({ position, name, summary, plot }: ColumnProfile, rowCount: number): NewFeature {
  const profile: FeatureProfile = {
    rowCount,
    uniqueCount: summary.uniqueCount,
    naCount: summary.naCount,
    min: summary.min,
    max: summary.max,
    mean: summary.mean,
    median: summary.median,
    stdDev: summary.stdDev,
    dateFormat: summary.dateFormat,
    lowInformation: summary.lowInformation,
    timeSeriesEligible: summary.timeSeriesEligible,
    timeSeriesEligibilityReason: summary.timeSeriesEligibilityReason,
    timeStep: summary.timeStep,
    timeUnit: summary.timeUnit,
    isZeroInflated: summary.isZeroInflated,
    plot,
  };
  return { number: position, name, featureType: summary.featureType, profile };
}
