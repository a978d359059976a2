import type { Windows } from '@almanac/engine';
import type { RowCounts, TimeSpan } from '../../core/partitioning/plan.ts';
import { isoSpan, isoTime } from '../../core/partitioning/training-data.ts';
import type { Aim } from '../../core/project/aim.schema.ts';
import type { Partitioning } from './partitioning.schema.ts';

/** Stretches of time, whichever kind of project they come from. */
export interface LaidOut {
  readonly first: number;
  readonly backtests: readonly TimeSpan[];
  readonly holdout?: TimeSpan;
  readonly windows: { readonly of: Windows; readonly unit: string; readonly step: number } | null;
  /** Training and validation rows by part; absent in a preview, which does not read the data. */
  readonly rows?: RowCounts;
  readonly totalRows?: number;
}

const stretch = <const P extends string>(prefix: P, from: number, to: number) =>
  ({
    [`${prefix}StartDate`]: isoTime(from),
    [`${prefix}Duration`]: isoSpan(from, to),
    [`${prefix}EndDate`]: isoTime(to),
  }) as Record<`${P}${'StartDate' | 'Duration' | 'EndDate'}`, string>;

const NOTHING = 'P0Y0M0D';
const NO_HOLDOUT = { holdoutStartDate: null, holdoutDuration: NOTHING, holdoutEndDate: null };

export function toPartitioning(projectId: string, aim: Aim, dateFormat: string, laid: LaidOut): Partitioning {
  const { holdout, backtests, windows, rows } = laid;
  const newest = holdout ?? (backtests[0] as TimeSpan);
  const settings = aim.featureSettings ?? [];
  const inUnits = (steps: number) => steps * (windows?.step ?? 1);
  return {
    projectId,
    datetimePartitionColumn: aim.datetimePartitionColumn ?? '',
    dateFormat,
    autopilotDataSelectionMethod: 'duration',
    ...stretch('availableTraining', laid.first, newest.trainEnd),
    ...stretch('primaryTraining', newest.trainStart, newest.trainEnd),
    ...stretch('gap', newest.trainEnd, newest.from),
    ...(holdout === undefined ? NO_HOLDOUT : stretch('holdout', holdout.from, holdout.to)),
    validationDuration: backtests[0] === undefined ? NOTHING : isoSpan(backtests[0].from, backtests[0].to),
    disableHoldout: holdout === undefined,
    numberOfBacktests: backtests.length,
    backtests: backtests.map((one, index) => ({
      index,
      ...stretch('availableTraining', laid.first, one.trainEnd),
      ...stretch('primaryTraining', one.trainStart, one.trainEnd),
      ...stretch('gap', one.trainEnd, one.from),
      ...stretch('validation', one.from, one.to),
      ...backtestRows(rows?.[`backtest_${index}`]),
    })),
    numberOfKnownInAdvanceFeatures: settings.filter((one) => one.knownInAdvance ?? one.aPriori).length,
    numberOfDoNotDeriveFeatures: settings.filter((one) => one.doNotDerive).length,
    useTimeSeries: aim.useTimeSeries ?? false,
    defaultToKnownInAdvance: aim.defaultToKnownInAdvance ?? aim.defaultToAPriori ?? false,
    defaultToDoNotDerive: aim.defaultToDoNotDerive ?? false,
    defaultToAPriori: aim.defaultToAPriori ?? aim.defaultToKnownInAdvance ?? false,
    featureDerivationWindowStart: windows && 0 - inUnits(windows.of.history + windows.of.blind),
    featureDerivationWindowEnd: windows && 0 - inUnits(windows.of.blind),
    forecastWindowStart: windows && inUnits(windows.of.first),
    forecastWindowEnd: windows && inUnits(windows.of.last),
    windowsBasisUnit: windows?.unit ?? null,
    treatAsExponential: aim.treatAsExponential ?? 'auto',
    differencingMethod: aim.differencingMethod ?? 'auto',
    periodicities: aim.periodicities ?? null,
    multiseriesIdColumns: aim.multiseriesIdColumns ?? [],
    useCrossSeriesFeatures: aim.useCrossSeriesFeatures ?? null,
    aggregationType: aim.aggregationType ?? null,
    crossSeriesGroupByColumns: aim.crossSeriesGroupByColumns ?? null,
    calendarId: aim.calendarId ?? null,
    calendarName: null,
    modelSplits: 5,
    allowPartialHistoryTimeSeriesPredictions: aim.allowPartialHistoryTimeSeriesPredictions ?? false,
    unsupervisedMode: aim.unsupervisedMode ?? false,
    featureSettings: settings.map((one) => ({ ...one })),
    partitioningWarnings: warningsOf(rows),
    ...wholeRows(laid),
  };
}

const backtestRows = (rows: { training: number; validation: number } | undefined) =>
  rows === undefined
    ? {}
    : {
        availableTrainingRowCount: rows.training,
        primaryTrainingRowCount: rows.training,
        gapRowCount: 0,
        validationRowCount: rows.validation,
        totalRowCount: rows.training + rows.validation,
      };

function wholeRows({ rows, totalRows }: LaidOut) {
  if (rows === undefined || totalRows === undefined) return {};
  const { training, validation } = rows.holdout ?? { training: totalRows, validation: 0 };
  return {
    availableTrainingRowCount: training,
    primaryTrainingRowCount: training,
    gapRowCount: 0,
    holdoutRowCount: validation,
    totalRowCount: totalRows,
  };
}

/** Fewer rows than these say little. */
const FEW = { training: 50, validation: 10 };

/** A warning for every part with few training or validation rows; the holdout has no number. */
export function warningsOf(rows: RowCounts | undefined) {
  return Object.entries(rows ?? {}).flatMap(([name, counts]) =>
    (['training', 'validation'] as const)
      .filter((kind) => counts[kind] < FEW[kind])
      .map((kind) => ({
        backtestIndex: name === 'holdout' ? null : Number(name.slice(name.indexOf('_') + 1)),
        partition: kind === 'validation' && name === 'holdout' ? 'holdout' : kind,
        warnings: [sentence(kind, counts[kind])],
      })),
  );
}

const sentence = (kind: keyof typeof FEW, rows: number): string =>
  kind === 'training'
    ? `Only ${rows} rows to learn from. Use fewer backtests, or shorter ones.`
    : `Only ${rows} validation rows: scores will be uncertain. Use a longer validationDuration.`;
