import type { FieldErrors } from '#platform/http/problem.ts';
import type { FeatureRow } from '../../core/features/feature.store.ts';
import { type Aim, isDatedAim } from '../../core/project/aim.schema.ts';
import type { DetectionRow } from '../../data/multiseries/multiseries.store.ts';

/** What is known about the time axis when an aim is checked. */
interface TimeMetadata {
  readonly features: ReadonlyMap<string, FeatureRow>;
  /** Analyses of the date column, good or not. */
  readonly detections: readonly DetectionRow[];
}

const WINDOWS = [
  'featureDerivationWindowStart',
  'featureDerivationWindowEnd',
  'forecastWindowStart',
  'forecastWindowEnd',
] as const;

/** Fields that mean nothing without time series. */
const SERIES_ONLY = [
  ...WINDOWS,
  'windowsBasisUnit',
  'periodicities',
  'useCrossSeriesFeatures',
  'crossSeriesGroupByColumns',
  'aggregationType',
  'featureSettings',
  'treatAsExponential',
  'differencingMethod',
] as const satisfies readonly (keyof Aim)[];

/** Fields that mean nothing without a partition by date. */
const DATED_ONLY = [
  'datetimePartitionColumn',
  'numberOfBacktests',
  'backtests',
  'validationDuration',
  'gapDuration',
  'holdoutStartDate',
  'holdoutEndDate',
  'holdoutDuration',
] as const satisfies readonly (keyof Aim)[];

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== false && value !== 'auto' && !(Array.isArray(value) && value.length === 0);

export function wrongTime(aim: Aim, facts: TimeMetadata): FieldErrors {
  if (!isDatedAim(aim)) {
    const stray = [...DATED_ONLY, ...SERIES_ONLY].filter((name) => isSet(aim[name]));
    return Object.fromEntries(stray.map((name) => [name, `${name} needs cvMethod datetime`]));
  }
  if (aim.cvMethod !== undefined && aim.cvMethod !== 'datetime') {
    return { cvMethod: `Time series are partitioned by date; send cvMethod datetime instead of ${aim.cvMethod}` };
  }
  return { ...wrongDate(aim, facts), ...wrongHoldout(aim), ...wrongBacktests(aim), ...wrongSeries(aim, facts) };
}

function wrongDate({ datetimePartitionColumn: name }: Aim, { features }: TimeMetadata): FieldErrors {
  if (name === undefined)
    return { datetimePartitionColumn: 'datetimePartitionColumn is required with cvMethod datetime' };
  const column = features.get(name);
  if (column === undefined) return { datetimePartitionColumn: `The project has no column ${JSON.stringify(name)}` };
  if (column.feature_type !== 'Date') {
    return { datetimePartitionColumn: `${name} is ${column.feature_type}, not Date: its values do not read as dates` };
  }
  return {};
}

function wrongHoldout(aim: Aim): FieldErrors {
  const { disableHoldout, holdoutStartDate: start, holdoutDuration: length, holdoutEndDate: end } = aim;
  const said = { holdoutStartDate: start, holdoutDuration: length, holdoutEndDate: end };
  if (disableHoldout) {
    const stray = Object.entries(said).filter(([, value]) => value !== undefined);
    return Object.fromEntries(stray.map(([name]) => [name, `${name} cannot go with disableHoldout`]));
  }
  if (length !== undefined && end !== undefined)
    return { holdoutDuration: 'Send holdoutDuration or holdoutEndDate, not both' };
  if (start !== undefined && length === undefined && end === undefined) {
    return { holdoutStartDate: 'Send holdoutDuration or holdoutEndDate with holdoutStartDate' };
  }
  if (start === undefined && (length ?? end) !== undefined) {
    return { [length === undefined ? 'holdoutEndDate' : 'holdoutDuration']: 'Send holdoutStartDate with it' };
  }
  if (start !== undefined && end !== undefined && Date.parse(end) <= Date.parse(start)) {
    return { holdoutEndDate: `holdoutEndDate ${end} is not after holdoutStartDate ${start}` };
  }
  return {};
}

function wrongBacktests({ backtests = [], numberOfBacktests }: Aim): FieldErrors {
  const errors: Record<string, string> = {};
  const seen = new Set<number>();
  for (const [place, one] of backtests.entries()) {
    if (seen.has(one.index)) errors[`backtests.${place}.index`] = `Two backtests have index ${one.index}`;
    seen.add(one.index);
    if (numberOfBacktests !== undefined && one.index >= numberOfBacktests) {
      errors[`backtests.${place}.index`] = `index ${one.index} is beyond numberOfBacktests ${numberOfBacktests}`;
    }
    if ((one.validationDuration ?? one.validationEndDate ?? null) === null) {
      errors[`backtests.${place}.validationDuration`] = 'Send validationDuration or validationEndDate';
    }
  }
  return errors;
}

function wrongSeries(aim: Aim, facts: TimeMetadata): FieldErrors {
  if (!aim.useTimeSeries) {
    const stray = SERIES_ONLY.filter((name) => isSet(aim[name]));
    const ids = isSet(aim.multiseriesIdColumns) ? ['multiseriesIdColumns'] : [];
    return Object.fromEntries([...stray, ...ids].map((name) => [name, `${name} needs useTimeSeries`]));
  }
  return {
    ...wrongIds(aim, facts),
    ...wrongWindows(aim, stepOf(aim, facts)),
    ...wrongSettings(aim, facts),
    ...wrongSeasons(aim, stepOf(aim, facts)),
  };
}

function wrongIds(aim: Aim, { features, detections }: TimeMetadata): FieldErrors {
  const ids = aim.multiseriesIdColumns ?? [];
  const date = features.get(aim.datetimePartitionColumn ?? '');
  if (ids.length === 0) {
    if (date === undefined || date.profile.timeSeriesEligible || aim.windowsBasisUnit === 'ROW') return {};
    const { timeSeriesEligibilityReason: reason } = date.profile;
    const hint =
      reason === 'notUnique'
        ? 'the same time occurs more than once: name the columns that tell series apart in multiseriesIdColumns'
        : 'bring the data to a regular step, or send windowsBasisUnit ROW';
    return { datetimePartitionColumn: `${date.name} cannot be the axis of one time series (${reason}): ${hint}` };
  }
  const twice = ids.find((name, at) => ids.indexOf(name) !== at);
  if (twice !== undefined) return { multiseriesIdColumns: `${twice} is there twice. Send each column once` };
  const unknown = ids.filter((name) => !features.has(name));
  if (unknown.length > 0) return { multiseriesIdColumns: `The project has no column ${unknown.join(', ')}` };
  if (ids.some((name) => name === aim.target)) return { multiseriesIdColumns: 'The target cannot tell series apart' };
  const found = detectionOf(aim, detections);
  if (found === undefined) {
    return {
      multiseriesIdColumns:
        `Whether ${ids.join(', ')} tells series apart has not been analysed. Run POST multiseriesProperties/ with ` +
        `${ids.length > 1 ? 'these columns' : 'this column'} and date, and wait for it to finish`,
    };
  }
  if (!found.eligible)
    return { multiseriesIdColumns: `${ids.join(', ')} does not tell series apart. ${found.reasons.join(' ')}` };
  return {};
}

export function detectionOf(aim: Aim, detections: readonly DetectionRow[]): DetectionRow | undefined {
  const ids = aim.multiseriesIdColumns ?? [];
  const same = ({ id_columns }: DetectionRow) =>
    id_columns.length === ids.length && id_columns.every((id) => ids.includes(id));
  return detections.find((row) => row.date_column === aim.datetimePartitionColumn && same(row));
}

/** Time unit and step of the data, as far as they are known from profiles. */
function stepOf(aim: Aim, { features, detections }: TimeMetadata): { unit: string | null; step: number | null } {
  const found = detectionOf(aim, detections);
  if (found !== undefined) return { unit: found.time_unit, step: found.time_step };
  const profile = features.get(aim.datetimePartitionColumn ?? '')?.profile;
  return { unit: profile?.timeUnit ?? null, step: profile?.timeStep ?? null };
}

/** The same for planning, where the profile fills in what the detection left open. */
export function stepOfData(aim: Aim, features: readonly FeatureRow[], detections: readonly DetectionRow[]) {
  const found = detectionOf(aim, detections);
  const profile = features.find(({ name }) => name === aim.datetimePartitionColumn)?.profile;
  const unit: string | null = found?.time_unit ?? profile?.timeUnit ?? null;
  return { unit, step: found?.time_step ?? profile?.timeStep ?? 1 };
}

function wrongWindows(aim: Aim, { unit, step }: { unit: string | null; step: number | null }): FieldErrors {
  const {
    featureDerivationWindowStart: start,
    featureDerivationWindowEnd: end = 0,
    forecastWindowStart: first,
    forecastWindowEnd: last,
    windowsBasisUnit: basis,
  } = aim;
  const errors: Record<string, string> = {};
  if (start !== undefined && start >= end) {
    errors.featureDerivationWindowStart = `The derivation window [${start}, ${end}] must start before it ends`;
  }
  if (first === 0) errors.forecastWindowStart = 'Forecasts begin one step after the forecast point; send 1 or more';
  if (first !== undefined && last !== undefined && last < first) {
    errors.forecastWindowEnd = `The forecast window [${first}, ${last}] must not end before it starts`;
  }
  if (basis !== undefined && basis !== 'ROW' && unit !== null && unit !== 'ROW' && basis !== unit) {
    errors.windowsBasisUnit = `The data have a step of ${step} ${unit}; send ${unit} or ROW instead of ${basis}`;
  }
  if (basis !== undefined && basis !== 'ROW' && unit === 'ROW') {
    errors.windowsBasisUnit = `The data have no regular time step; send ROW instead of ${basis}`;
  }
  if (basis !== 'ROW' && step !== null && step > 1) {
    for (const name of WINDOWS) {
      const value = aim[name];
      if (value !== undefined && value % step !== 0 && errors[name] === undefined) {
        errors[name] = `${name} ${value} is not a multiple of the time step of the data (${step} ${unit})`;
      }
    }
  }
  return errors;
}

/** Periodicities must be in the unit of the data: months differ in their number of steps. */
function wrongSeasons(
  { periodicities = [] }: Aim,
  { unit, step }: { unit: string | null; step: number | null },
): FieldErrors {
  const errors: Record<string, string> = {};
  for (const [place, { timeSteps, timeUnit }] of periodicities.entries()) {
    if (timeUnit !== unit && timeUnit !== 'ROW') {
      errors[`periodicities.${place}.timeUnit`] =
        `The data have a step of ${step} ${unit}; tell seasons in ${unit} or ROW`;
    } else if (timeUnit !== 'ROW' && step !== null && timeSteps % step !== 0) {
      errors[`periodicities.${place}.timeSteps`] = `${timeSteps} is not a multiple of the time step (${step} ${unit})`;
    }
  }
  return errors;
}

function wrongSettings(aim: Aim, { features }: TimeMetadata): FieldErrors {
  const errors: Record<string, string> = {};
  for (const [place, { featureName }] of (aim.featureSettings ?? []).entries()) {
    if (!features.has(featureName))
      errors[`featureSettings.${place}.featureName`] = `The project has no column ${featureName}`;
    else if (featureName === aim.target)
      errors[`featureSettings.${place}.featureName`] = 'The target is never known in advance';
  }
  Object.assign(errors, wrongCrossSeries(aim, features));
  return errors;
}

/** Features over other series: whether there are others, and what groups them. That it is constant is seen in the data. */
function wrongCrossSeries(aim: Aim, features: ReadonlyMap<string, FeatureRow>): FieldErrors {
  const { crossSeriesGroupByColumns: groups = [], multiseriesIdColumns: ids = [], useCrossSeriesFeatures } = aim;
  const errors: Record<string, string> = {};
  if (useCrossSeriesFeatures && ids.length === 0) {
    errors.useCrossSeriesFeatures = 'There is only one series: useCrossSeriesFeatures needs multiseriesIdColumns';
  }
  if (aim.aggregationType !== undefined && !useCrossSeriesFeatures) {
    errors.aggregationType = 'aggregationType needs useCrossSeriesFeatures';
  }
  const [name = ''] = groups;
  if (groups.length === 0) return errors;
  if (!useCrossSeriesFeatures) {
    errors.crossSeriesGroupByColumns = 'crossSeriesGroupByColumns needs useCrossSeriesFeatures';
  } else if (groups.length > 1) {
    errors.crossSeriesGroupByColumns = `Send one column; you sent ${groups.length}`;
  } else if (!features.has(name)) {
    errors.crossSeriesGroupByColumns = `The project has no column ${name}`;
  } else if ([aim.target, aim.datetimePartitionColumn, ...(ids.length > 1 ? [] : ids)].includes(name)) {
    errors.crossSeriesGroupByColumns = `${name} is the target, the date or what tells series apart: it groups nothing`;
  }
  return errors;
}
