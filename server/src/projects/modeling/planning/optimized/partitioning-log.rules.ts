import type { z } from 'zod';
import type { Partitioning } from '../partitioning.schema.ts';

type Record = z.infer<typeof Partitioning>;

/** What was decided, a line each, for people who want to know why. */
export function partitioningLog(found: Record): string[] {
  const day = (date: string | null) => date ?? 'nowhere';
  return [
    `Rows are put in order by ${found.datetimePartitionColumn} (${found.dateFormat})`,
    ...(found.multiseriesIdColumns.length > 0
      ? [`Series are told apart by ${found.multiseriesIdColumns.join(', ')}`]
      : []),
    ...(found.useTimeSeries
      ? [
          `Features are derived from ${found.featureDerivationWindowStart} to ${found.featureDerivationWindowEnd} ${found.windowsBasisUnit} around the forecast point`,
          `Forecasts reach from ${found.forecastWindowStart} to ${found.forecastWindowEnd} ${found.windowsBasisUnit} ahead`,
        ]
      : []),
    ...found.backtests.map(
      (one) =>
        `Backtest ${one.index}: learns from ${one.primaryTrainingStartDate} to ${one.primaryTrainingEndDate} (${one.primaryTrainingRowCount ?? 0} rows), is judged from ${one.validationStartDate} to ${one.validationEndDate} (${one.validationRowCount ?? 0} rows)`,
    ),
    found.disableHoldout
      ? 'There is no holdout'
      : `Holdout: from ${day(found.holdoutStartDate)} to ${day(found.holdoutEndDate)} (${found.holdoutRowCount ?? 0} rows)`,
    ...found.partitioningWarnings.map((one) => `Warning: ${JSON.stringify(one)}`),
  ];
}
