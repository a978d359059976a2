import type { Aim, PartitioningOptions } from '../../api/projects.ts';
import type { Draft } from './draft.ts';

/** Windows as they are when nobody chose them, in steps of the data. */
export const USUAL = { deriveFrom: -28, deriveTo: 0, forecastFrom: 1, forecastTo: 7, backtests: 2 } as const;

const spans: Readonly<Record<string, (count: number) => string>> = {
  SECOND: (count) => `PT${count}S`,
  MINUTE: (count) => `PT${count}M`,
  HOUR: (count) => `PT${count}H`,
  DAY: (count) => `P${count}D`,
  WEEK: (count) => `P${count * 7}D`,
  MONTH: (count) => `P${count}M`,
  QUARTER: (count) => `P${count * 3}M`,
  YEAR: (count) => `P${count}Y`,
};

/** So many units as an ISO 8601 duration. Nothing where the unit has no fixed length. */
export const duration = (count: number | undefined, unit: string): string | undefined =>
  count === undefined || count <= 0 ? undefined : spans[unit]?.(count);

const definedOnly = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  value === undefined ? {} : ({ [name]: value } as Record<Name, Value>);

/** The metric when none is chosen, as the server decides: `available` are those that fit the target, the default first. */
export function defaultMetric({ kind, series = [] }: Draft, available: readonly string[] = []): string {
  if (kind === 'series') return series.length > 0 ? 'MASE' : 'RMSE';
  return available[0] ?? 'default for the target';
}

/** The windows of a draft, with defaults where none was chosen; always whole steps of the data. */
export function windowsOf({ step = 1, ...draft }: Draft) {
  return {
    deriveFrom: draft.deriveFrom ?? USUAL.deriveFrom * step,
    deriveTo: draft.deriveTo ?? USUAL.deriveTo,
    forecastFrom: draft.forecastFrom ?? USUAL.forecastFrom * step,
    forecastTo: draft.forecastTo ?? USUAL.forecastTo * step,
  };
}

/** How a draft with a date shares the past out; nothing while it has none. */
export function datedFields(draft: Draft): PartitioningOptions | undefined {
  const { kind, date, unit = 'DAY' } = draft;
  if (date === undefined || kind === 'rows' || kind === undefined) return undefined;
  const shared = {
    datetimePartitionColumn: date,
    useTimeSeries: kind === 'series',
    numberOfBacktests: draft.backtests ?? USUAL.backtests,
    ...definedOnly('validationDuration', duration(draft.validation, unit)),
    ...definedOnly('gapDuration', duration(draft.gap, unit)),
    ...(draft.holdout === false ? { disableHoldout: true } : {}),
  };
  if (kind === 'dated') return shared;
  const windows = windowsOf(draft);
  return {
    ...shared,
    ...(draft.series === undefined ? {} : { multiseriesIdColumns: draft.series }),
    featureDerivationWindowStart: windows.deriveFrom,
    featureDerivationWindowEnd: windows.deriveTo,
    forecastWindowStart: windows.forecastFrom,
    forecastWindowEnd: windows.forecastTo,
    ...definedOnly('windowsBasisUnit', draft.unit),
    ...(draft.known === undefined
      ? {}
      : { featureSettings: draft.known.map((featureName) => ({ featureName, knownInAdvance: true })) }),
  };
}

function rowFields({ method, group, folds, holdoutPct }: Draft): Aim {
  return {
    ...definedOnly('cvMethod', method),
    ...(method === 'group' && group !== undefined ? { partitionKeyCols: [group] } : {}),
    validationType: 'CV',
    ...definedOnly('reps', folds),
    ...definedOnly('holdoutPct', holdoutPct),
  };
}

/** The body of the request that starts modeling. */
export function aimOf(draft: Draft): Aim {
  const dated = datedFields(draft);
  return {
    ...definedOnly('target', draft.target),
    mode: draft.mode ?? 'quick',
    ...definedOnly('metric', draft.metric),
    ...definedOnly('blendBestModels', draft.blend),
    ...(dated ? { cvMethod: 'datetime', ...dated } : rowFields(draft)),
    ...(draft.kind === 'series' ? definedOnly('calendarId', draft.calendar) : {}),
  };
}

/** What still has to be said before a draft can start; nothing when it can. */
export function missing({ target, kind, date, method, group }: Draft): string | undefined {
  if (target === undefined) return 'Choose a target first.';
  if (kind === undefined) return 'Say whether time matters first.';
  if (kind !== 'rows' && date === undefined) return 'Choose the date column first.';
  if (kind === 'rows' && method === 'group' && group === undefined) return 'Choose the column of the groups first.';
  return undefined;
}
