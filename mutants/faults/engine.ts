import type { Fault } from '../fault.ts';

const metrics = ['engine/src/metrics/published-values.test.ts'];
const backtests = ['engine/src/partition/backtests.test.ts'];
const partitions = ['engine/src/partition/partition.test.ts'];
const intervals = ['engine/src/intervals/intervals.test.ts'];
const drift = ['engine/src/profiles/drift.test.ts'];

export const engine: readonly Fault[] = [
  {
    name: 'quantile-loss-turned-round',
    breaks: 'The quantile loss rewards forecasts on the wrong side.',
    file: 'engine/src/metrics/point-errors.ts',
    find: 'actual >= predicted ? quantile * (actual - predicted) : (1 - quantile) * (predicted - actual)',
    replace: 'actual >= predicted ? (1 - quantile) * (actual - predicted) : quantile * (predicted - actual)',
    tests: metrics,
  },
  {
    name: 'nothing-of-nothing-is-left-out',
    breaks: 'A forecast of 0 where 0 came true does not count as perfect.',
    file: 'engine/src/metrics/point-errors.ts',
    find: 'return size === 0 ? 0 : (200 *',
    replace: 'return size === 0 ? Number.NaN : (200 *',
    tests: metrics,
  },
  {
    name: 'scale-without-season',
    breaks: 'MASE compares seasonal series with the last value instead of the last season.',
    file: 'engine/src/metrics/point-errors.ts',
    find: '(history[t - period] as number)',
    replace: '(history[t - 1] as number)',
    tests: metrics,
  },
  {
    name: 'validation-in-training',
    breaks: 'A fold learns from the rows it is judged on.',
    file: 'engine/src/partition/partition.ts',
    find: 'mark !== HOLDOUT && mark !== fold)',
    replace: 'mark !== HOLDOUT)',
    tests: partitions,
  },
  {
    name: 'groups-torn-apart',
    breaks: 'Rows of one group end up in training and in validation.',
    file: 'engine/src/partition/column-partition.ts',
    find: 'groups.codes.map((code) => markOf[code] as number)',
    replace: 'groups.codes.map((code, row) => markOf[(code + (row % 2)) % markOf.length] as number)',
    tests: partitions,
  },
  {
    name: 'no-gap',
    breaks: 'A backtest learns from rows that a forecast would not know yet.',
    file: 'engine/src/partition/backtests.ts',
    find: 'const trainEnd = axis.back(start, gap);',
    replace: 'const trainEnd = axis.back(start, isEmpty(gap) ? gap : NOTHING);',
    tests: backtests,
  },
  {
    name: 'window-includes-its-end',
    breaks: 'The first row of a window is also the last of the one before it.',
    file: 'engine/src/partition/backtests.ts',
    find: 'if (time >= from && time < to)',
    replace: 'if (time >= from && time <= to)',
    tests: backtests,
  },
  {
    name: 'month-overflows',
    breaks: 'A month before March 31 is March 2.',
    file: 'engine/src/partition/time-axis.ts',
    find: 'const day = Math.min(from.getUTCDate(), lastDay);',
    replace: 'const day = Math.max(from.getUTCDate(), Math.min(1, lastDay));',
    tests: backtests,
  },
  {
    name: 'intervals-forget-the-next-outcome',
    breaks: 'Intervals of few errors are too narrow.',
    file: 'engine/src/intervals/conformal.ts',
    find: 'const step = n > 0 ? 1 / n : 0;',
    replace: 'const step = n > 0 ? 0 / n : 0;',
    tests: intervals,
  },
  {
    name: 'errors-shrink-themselves',
    breaks: 'A large error is divided by a scale that it made itself, so intervals are too narrow.',
    file: 'engine/src/intervals/conformal.ts',
    find: 'if (w === without) continue;',
    replace: 'if (w < 0 && w === without) continue;',
    tests: intervals,
  },
  {
    name: 'drift-loses-its-sign',
    breaks: 'The stability index comes out negative.',
    file: 'engine/src/profiles/drift.ts',
    find: '(after - before) * Math.log(after / before)',
    replace: '(after - before) * Math.log(before / after)',
    tests: drift,
  },
  {
    name: 'missing-is-no-drift',
    breaks: 'A column that is suddenly empty has not drifted.',
    file: 'engine/src/profiles/drift.ts',
    find: 'const there = rows === 0 ? Number.NaN : 1 - missing / rows;',
    replace: 'const there = rows === 0 ? Number.NaN : 1 - (0 * missing) / rows;',
    tests: drift,
  },
  {
    name: 'blind-history-is-read',
    breaks: 'Features read cells that are not known yet when the forecast is made.',
    file: 'engine/src/series/windows.ts',
    find: 'distances.push(k + windows.blind);',
    replace: 'distances.push(k);',
    tests: ['engine/src/series/windows.test.ts'],
  },
  {
    name: 'window-ends-after-the-point',
    breaks: 'A derivation window may reach into the future.',
    file: 'engine/src/series/windows.ts',
    find: 'if (start >= end || end > 0) {',
    replace: 'if (start >= end || end > 1) {',
    tests: ['engine/src/series/windows.test.ts'],
  },
];
