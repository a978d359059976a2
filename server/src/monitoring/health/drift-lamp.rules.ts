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

/** Turns the drift of features into a lamp, as the health settings of the deployment say. */
export function driftLamp(features: readonly SeenFeature[], rows: number, settings: Settings): LampLight {
  if (rows === 0) return { status: 'unknown', message: 'No predictions have been made in this stretch' };
  if (!isEnoughForLamp(rows)) {
    return { status: 'unknown', message: `${rows} rows are too few to tell drift from chance; 100 are enough` };
  }
  const [excluded, starred] = [new Set(settings.excludedFeatures), new Set(settings.starredFeatures)];
  const watched = features.filter(({ name }) => !excluded.has(name));
  if (!watched.some(({ column }) => column?.reference)) {
    return { status: 'unknown', message: 'There is no training data to compare with' };
  }
  const drifted = watched.filter(
    ({ column, recent }) => column !== undefined && hasDrifted(column, recent, settings.driftThreshold),
  );
  const isHigh = ({ name, importance }: SeenFeature) =>
    starred.has(name) || (importance ?? 0) >= settings.importanceThreshold;
  const high = drifted.filter(isHigh).length;
  const low = drifted.length - high;
  const message = drifted.length === 0 ? 'No feature has drifted' : said(drifted, high, low);
  if (exceeds(high, settings.highImportanceFailingCount) || exceeds(low, settings.lowImportanceFailingCount)) {
    return { status: 'failing', message };
  }
  if (exceeds(high, settings.highImportanceWarningCount) || exceeds(low, settings.lowImportanceWarningCount)) {
    return { status: 'warning', message };
  }
  return { status: 'passing', message };
}

const NAMED = 3;

function said(drifted: readonly SeenFeature[], high: number, low: number): string {
  const names = drifted.slice(0, NAMED).map(({ name }) => name);
  const more = drifted.length > NAMED ? ` and ${drifted.length - NAMED} more` : '';
  return `${high} important and ${low} less important features have drifted: ${names.join(', ')}${more}`;
}
