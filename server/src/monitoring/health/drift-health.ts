import type { BinnedProfile } from '@almanac/engine';
import type { DeploymentRow, HealthSettings, ModelPackageRow } from '#deployments';
import { hasDrifted, isEnoughForStatus } from '../drift/drift.rules.ts';
import { type MonitoredFeature, monitoredFeatures, targetColumn } from '../drift/drift.ts';
import type { Layout, LayoutColumn } from '../profiles/layout.ts';
import { columnNamed, mergedColumns, rowsIn, type StoredProfiles } from '../profiles/read-profiles.ts';

/** Drift health over some of the stored profiles of a model. */
export function driftOfRows(
  of: { readonly deployment: DeploymentRow; readonly model: ModelPackageRow; readonly layout: Layout },
  settings: HealthSettings['dataDrift'],
  kept: StoredProfiles,
  rows: StoredProfiles['rows'],
): HealthResult {
  const { featureDrift, targetDrift } = of.deployment.settings;
  const features = featureDrift.enabled ? monitoredFeatures(of.deployment, of.model, of.layout) : [];
  const predicted = targetDrift.enabled ? targetColumn(of.layout) : undefined;
  const names = [...features.map(({ name }) => name), ...(predicted ? [predicted.name] : [])];
  const recent = mergedColumns(kept, rows, names);
  const seen = features.map((feature, at) => ({
    ...feature,
    column: columnNamed(of.layout, feature.name),
    recent: recent[at] ?? null,
  }));
  const predictions = predicted ? { column: predicted, recent: recent[features.length] ?? null } : null;
  return evaluateDrift(seen, predictions, rowsIn(rows), settings);
}

export interface HealthResult {
  readonly status: 'passing' | 'warning' | 'failing' | 'unknown';
  readonly message: string;
}

interface RecentFeature extends MonitoredFeature {
  readonly column: LayoutColumn | undefined;
  readonly recent: BinnedProfile | null;
}

type Settings = HealthSettings['dataDrift'];

/** A count of null is never exceeded. */
const exceeds = (count: number, most: number | null): boolean => most !== null && count > most;

/** How predictions look lately, where their drift is watched. */
type RecentPredictions = Pick<RecentFeature, 'column' | 'recent'>;

/**
 * Derives the drift status from features and predictions by the health settings of the deployment. Predictions that
 * have drifted count as an important feature.
 */
function evaluateDrift(
  features: readonly RecentFeature[],
  predictions: RecentPredictions | null,
  rows: number,
  settings: Settings,
): HealthResult {
  if (rows === 0) return { status: 'unknown', message: 'No predictions have been made in this stretch' };
  if (!isEnoughForStatus(rows)) {
    return { status: 'unknown', message: `${rows} rows are too few to tell drift from chance; 100 are enough` };
  }
  const [excluded, starred] = [new Set(settings.excludedFeatures), new Set(settings.starredFeatures)];
  const monitored = features.filter(({ name }) => !excluded.has(name));
  if (![...monitored, predictions].some((one) => one?.column?.reference)) {
    return { status: 'unknown', message: 'There is no training data to compare with' };
  }
  const isDrifted = ({ column, recent }: RecentPredictions) =>
    column !== undefined && hasDrifted(column, recent, settings.driftThreshold);
  const drifted = monitored.filter(isDrifted);
  const isHigh = ({ name, importance }: RecentFeature) =>
    starred.has(name) || (importance ?? 0) >= settings.importanceThreshold;
  const important = drifted.filter(isHigh).length;
  const low = drifted.length - important;
  const predicted = predictions !== null && isDrifted(predictions);
  const high = important + (predicted ? 1 : 0);
  const message = describeDrift(drifted, { important, low, predicted });
  if (exceeds(high, settings.highImportanceFailingCount) || exceeds(low, settings.lowImportanceFailingCount)) {
    return { status: 'failing', message };
  }
  if (exceeds(high, settings.highImportanceWarningCount) || exceeds(low, settings.lowImportanceWarningCount)) {
    return { status: 'warning', message };
  }
  return { status: 'passing', message };
}

const NAMED = 3;

interface Counts {
  readonly important: number;
  readonly low: number;
  readonly predicted: boolean;
}

function describeDrift(drifted: readonly RecentFeature[], { important, low, predicted }: Counts): string {
  if (drifted.length === 0) return predicted ? 'The predictions have drifted' : 'No feature has drifted';
  const names = drifted.slice(0, NAMED).map(({ name }) => name);
  const more = drifted.length > NAMED ? ` and ${drifted.length - NAMED} more` : '';
  const told = `${important} important and ${low} less important features have drifted: ${names.join(', ')}${more}`;
  return predicted ? `The predictions have drifted; ${told}` : told;
}
