import type { BinnedProfile } from '@almanac/engine';
import type { HealthSettings } from '#deployments';
import { hasDrifted, isEnoughForLamp } from '../drift/drift.rules.ts';
import type { WatchedFeature } from '../drift/watched-features.ts';
import type { LayoutColumn } from '../profiles/layout.ts';

export interface LampLight {
  readonly status: 'passing' | 'warning' | 'failing' | 'unknown';
  readonly message: string;
}

export interface SeenFeature extends WatchedFeature {
  readonly column: LayoutColumn | undefined;
  readonly recent: BinnedProfile | null;
}

type Settings = HealthSettings['dataDrift'];

/** A count of null is never exceeded. */
const exceeds = (count: number, most: number | null): boolean => most !== null && count > most;

/** How predictions look lately, where their drift is watched. */
export type SeenPredictions = Pick<SeenFeature, 'column' | 'recent'>;

/**
 * Turns the drift of features and predictions into a lamp, as the health settings of the deployment say. Predictions that
 * have drifted count as an important feature.
 */
export function driftLamp(
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
