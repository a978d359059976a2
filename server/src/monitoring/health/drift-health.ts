import type { BinnedProfile } from '@almanac/engine';
import type { DeploymentRow, HealthSettings, ModelPackageRow } from '#deployments';
import { hasDrifted, isEnoughForLamp } from '../drift/drift.rules.ts';
import { targetColumn, type WatchedFeature, watchedFeatures } from '../drift/drift.ts';
import type { Layout, LayoutColumn } from '../profiles/layout.ts';
import { columnNamed, type KeptProfiles, mergedColumns, rowsIn } from '../profiles/read-profiles.ts';

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

export interface LampLight {
  readonly status: 'passing' | 'warning' | 'failing' | 'unknown';
  readonly message: string;
}

interface SeenFeature extends WatchedFeature {
  readonly column: LayoutColumn | undefined;
  readonly recent: BinnedProfile | null;
}

type Settings = HealthSettings['dataDrift'];

/** A count of null is never exceeded. */
const exceeds = (count: number, most: number | null): boolean => most !== null && count > most;

/** How predictions look lately, where their drift is watched. */
type SeenPredictions = Pick<SeenFeature, 'column' | 'recent'>;

/**
 * Turns the drift of features and predictions into a lamp, as the health settings of the deployment say. Predictions that
 * have drifted count as an important feature.
 */
function driftLamp(
  features: readonly SeenFeature[],
  predictions: SeenPredictions | null,
  rows: number,
  settings: Settings,
): LampLight {
  if (rows === 0) return { status: 'unknown', message: 'No predictions have been made in this stretch' };
  if (!isEnoughForLamp(rows)) {
    return { status: 'unknown', message: `${rows} rows are too few to tell drift from chance; 100 are enough` };
  }
  const [excluded, starred] = [new Set(settings.excludedFeatures), new Set(settings.starredFeatures)];
  const watched = features.filter(({ name }) => !excluded.has(name));
  if (![...watched, predictions].some((one) => one?.column?.reference)) {
    return { status: 'unknown', message: 'There is no training data to compare with' };
  }
  const isDrifted = ({ column, recent }: SeenPredictions) =>
    column !== undefined && hasDrifted(column, recent, settings.driftThreshold);
  const drifted = watched.filter(isDrifted);
  const isHigh = ({ name, importance }: SeenFeature) =>
    starred.has(name) || (importance ?? 0) >= settings.importanceThreshold;
  const important = drifted.filter(isHigh).length;
  const low = drifted.length - important;
  const predicted = predictions !== null && isDrifted(predictions);
  const high = important + (predicted ? 1 : 0);
  const message = said(drifted, { important, low, predicted });
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

function said(drifted: readonly SeenFeature[], { important, low, predicted }: Counts): string {
  if (drifted.length === 0) return predicted ? 'The predictions have drifted' : 'No feature has drifted';
  const names = drifted.slice(0, NAMED).map(({ name }) => name);
  const more = drifted.length > NAMED ? ` and ${drifted.length - NAMED} more` : '';
  const told = `${important} important and ${low} less important features have drifted: ${names.join(', ')}${more}`;
  return predicted ? `The predictions have drifted; ${told}` : told;
}
