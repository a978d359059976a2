import { categoryIssues, isZeroInflated, lowInformation, numberIssues } from './data-quality.rules.ts';
import { hasTime } from './date-format.rules.ts';
import type { ColumnProfile, FeatureSummary, FeatureType, PlotBin, QualityIssue } from './profile.types.ts';
import { type CategoryStatistics, isProse, type NumberCounts, type NumberStatistics } from './statistics.rules.ts';
import { notADate, type TimeAxisFinding } from './time-axis.rules.ts';
import type { StoredColumn } from './value-counts.ts';

const DAY = 86_400_000;

const nothing = { min: null, max: null, mean: null, median: null, stdDev: null } as const;

const base = ({ type }: StoredColumn) => ({
  storedAs: type,
  dateFormat: null,
  duplicateOf: null,
  isZeroInflated: null,
  ...notADate,
  aggregated: notADate,
  issues: [] as readonly QualityIssue[],
  text: null,
  ...nothing,
});

function profile(
  { position, name }: StoredColumn,
  summary: Omit<FeatureSummary, 'lowInformation'>,
  plot: readonly PlotBin[],
): ColumnProfile {
  return { position, name, summary: { ...summary, lowInformation: summary.lowInformationReason !== null }, plot };
}

/** A column without a single value; its type is what the file says, a category when it says nothing. */
export function emptyColumn(column: StoredColumn, rows: number, featureType: FeatureType): ColumnProfile {
  const counts = { uniqueCount: 0, uniqueCountIsExact: true, naCount: rows, lowInformationReason: 'empty' as const };
  return profile(column, { ...base(column), featureType, ...counts }, []);
}

export interface NumberColumn {
  readonly statistics: NumberStatistics;
  readonly counted: NumberCounts | undefined;
  readonly featureType: FeatureType;
  /** How a figure is shown, where it is no plain number. */
  readonly write?: (value: number) => string;
}

export function numberColumn(
  column: StoredColumn,
  rows: number,
  { statistics, counted, featureType, write }: NumberColumn,
) {
  const show = write ?? ((value: number) => value);
  const { present, unique, uniqueIsExact } = statistics;
  const counts = { name: column.name, featureType, present, unique, uniqueIsExact };
  return profile(
    column,
    {
      ...base(column),
      featureType,
      uniqueCount: unique,
      uniqueCountIsExact: uniqueIsExact,
      naCount: rows - present,
      min: show(statistics.min),
      max: show(statistics.max),
      mean: show(statistics.mean),
      median: show(statistics.median),
      stdDev: show(statistics.stdDev),
      isZeroInflated: isZeroInflated(statistics),
      lowInformationReason: lowInformation(counts, statistics),
      issues: numberIssues(statistics, counted),
    },
    statistics.starts.map((start, i) => ({ label: String(show(start)), count: statistics.bins[i] ?? 0 })),
  );
}

/** ISO 8601, without a time of day where the column has none. */
const isoDate = (ms: number, timed: boolean): string => {
  const date = new Date(Math.round(ms));
  if (Number.isNaN(date.getTime())) return String(ms);
  const text = date.toISOString();
  return timed ? text.replace('.000Z', '').replace(/Z$/, '') : text.slice(0, text.indexOf('T'));
};

/** How far dates spread, as a duration of ISO 8601. */
function isoDuration(ms: number): string {
  const days = Math.floor(ms / DAY);
  const seconds = Math.round((ms - days * DAY) / 1000);
  return `P${days}DT${Math.floor(seconds / 3600)}H${Math.floor(seconds / 60) % 60}M${seconds % 60}S`;
}

export function dateColumn(
  column: StoredColumn,
  rows: number,
  {
    statistics,
    format,
    time,
  }: { readonly statistics: NumberStatistics; readonly format: string; readonly time: TimeAxisFinding },
): ColumnProfile {
  const timed = hasTime(format);
  const show = (ms: number) => isoDate(ms, timed);
  return profile(
    column,
    {
      ...base(column),
      featureType: 'Date',
      dateFormat: format,
      uniqueCount: statistics.unique,
      uniqueCountIsExact: statistics.uniqueIsExact,
      naCount: rows - statistics.present,
      min: show(statistics.min),
      max: show(statistics.max),
      mean: show(statistics.mean),
      median: show(statistics.median),
      stdDev: isoDuration(statistics.stdDev),
      lowInformationReason: statistics.unique === 1 ? 'constant' : null,
      ...time.fit,
      aggregated: time.aggregated,
      issues: time.issues,
    },
    statistics.starts.map((start, i) => ({ label: show(start), count: statistics.bins[i] ?? 0 })),
  );
}

export function categoricalColumn(
  column: StoredColumn,
  rows: number,
  statistics: CategoryStatistics,
  { featureType, formats }: { readonly featureType?: FeatureType; readonly formats?: readonly string[] } = {},
): ColumnProfile {
  const type = featureType ?? (isProse(statistics) ? 'Text' : 'Categorical');
  const { present, unique, uniqueIsExact } = statistics;
  const mixed =
    formats === undefined ? notADate : { ...notADate, timeSeriesEligibilityReason: 'mixedDateFormats' as const };
  return profile(
    column,
    {
      ...base(column),
      featureType: type,
      uniqueCount: unique,
      uniqueCountIsExact: uniqueIsExact,
      naCount: rows - present,
      lowInformationReason: lowInformation({ name: column.name, featureType: type, present, unique, uniqueIsExact }),
      ...mixed,
      aggregated: mixed,
      text: type === 'Text' ? statistics.text : null,
      issues: [
        ...categoryIssues(statistics),
        ...(formats === undefined ? [] : [{ issue: 'mixedDateFormats' as const, count: present, values: formats }]),
      ],
    },
    statistics.top,
  );
}
