import { duration, type PanelSettings } from '@almanac/engine';
import type { FeatureRow } from '../../core/features/feature.store.ts';
import type { Aim } from '../../core/project/aim.schema.ts';
import type { PartitionRequest } from './backtests.rules.ts';
import type { PlanSeriesTask } from './planning-tasks.ts';

/** Dates without a zone are UTC, as all dates here are. */
const timeOf = (text: string): number =>
  Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : text.includes('T') ? `${text}Z` : text);

function after(start: number, text: string): number {
  const { months, milliseconds } = duration(text);
  const moved = new Date(start);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved.getTime() + milliseconds;
}

export function partitionRequest(aim: Aim): PartitionRequest {
  const { holdoutStartDate: start, holdoutEndDate: end, holdoutDuration: length } = aim;
  const from = start === undefined ? null : timeOf(start);
  return {
    numberOfBacktests: aim.numberOfBacktests ?? null,
    disableHoldout: aim.disableHoldout ?? false,
    validationDuration: aim.validationDuration ?? null,
    gapDuration: aim.gapDuration ?? null,
    holdout:
      from === null ? null : { start: from, end: end === undefined ? after(from, length ?? 'P0D') : timeOf(end) },
    backtests: (aim.backtests ?? []).map((one) => {
      const validationStart = timeOf(one.validationStartDate);
      return {
        index: one.index,
        validationStart,
        validationEnd: one.validationEndDate
          ? timeOf(one.validationEndDate)
          : after(validationStart, one.validationDuration ?? 'P0D'),
        trainingStart: one.primaryTrainingStartDate ? timeOf(one.primaryTrainingStartDate) : null,
        trainingEnd: one.primaryTrainingEndDate ? timeOf(one.primaryTrainingEndDate) : null,
        gapDuration: one.gapDuration ?? null,
      };
    }),
  };
}

/** Columns whose future is known, and columns that are used as they are. */
function settingsOf(aim: Aim, columns: readonly string[]): { known: string[]; plain: string[] } {
  const said = new Map((aim.featureSettings ?? []).map((one) => [one.featureName, one]));
  const usuallyKnown = aim.defaultToKnownInAdvance ?? aim.defaultToAPriori ?? false;
  const known = columns.filter((name) => said.get(name)?.knownInAdvance ?? said.get(name)?.aPriori ?? usuallyKnown);
  const plain = columns.filter((name) => said.get(name)?.doNotDerive ?? aim.defaultToDoNotDerive ?? false);
  return { known, plain };
}

/** The question to the engine that an aim at a time series comes down to. */
export function toPlanTask(
  aim: Aim,
  features: readonly FeatureRow[],
  /** The feature list: other columns are not used at all. */
  listed: ReadonlySet<string>,
  step: { readonly unit: string | null; readonly step: number },
): PlanSeriesTask {
  const { target = '', datetimePartitionColumn: dateColumn = '', multiseriesIdColumns: idColumns = [] } = aim;
  const own = new Set([target, dateColumn, ...idColumns]);
  const columns = features.map(({ name }) => name).filter((name) => !own.has(name));
  const { known, plain } = settingsOf(aim, columns);
  const group = aim.crossSeriesGroupByColumns?.[0];
  const byRows = aim.windowsBasisUnit === 'ROW' || (aim.windowsBasisUnit === undefined && step.unit === 'ROW');
  const panel: PanelSettings = {
    dateColumn,
    idColumns,
    target,
    knownInAdvance: known,
    doNotDerive: plain,
    ...(group !== undefined && idColumns.includes(group) ? { staticIds: [group] } : {}),
    ignore: columns.filter((name) => !listed.has(name)),
    basis: byRows ? 'rows' : 'time',
  };
  const one = byRows ? 1 : step.step;
  const end = aim.featureDerivationWindowEnd ?? 0;
  const first = aim.forecastWindowStart ?? one;
  return {
    panel,
    windows: {
      unit: byRows ? 'ROW' : (aim.windowsBasisUnit ?? null),
      derivationStart: aim.featureDerivationWindowStart ?? null,
      derivationEnd: end,
      forecastStart: first,
      forecastEnd: aim.forecastWindowEnd ?? Math.max(first, 7 * one),
    },
    parts: partitionRequest(aim),
    periods: periodsOf(aim, step.step),
    exponential: aim.treatAsExponential ?? 'auto',
    differencing: aim.differencingMethod ?? 'auto',
    crossSeries: aim.useCrossSeriesFeatures ?? true,
    ...(group === undefined ? {} : { crossSeriesGroup: group }),
    ...(aim.aggregationType === 'total' ? { crossSeriesTotal: true } : {}),
    partialHistory: aim.allowPartialHistoryTimeSeriesPredictions ?? false,
    seed: aim.seed ?? 0,
  };
}

/** In steps of the data; seasons of no length say that there are none. */
function periodsOf({ periodicities }: Aim, step: number): readonly number[] | null {
  if (periodicities === undefined || periodicities.length === 0) return null;
  const steps = periodicities.map(({ timeSteps, timeUnit }) => (timeUnit === 'ROW' ? timeSteps : timeSteps / step));
  return [...new Set(steps)].filter((length) => length > 1).sort((a, b) => a - b);
}
