import { useCallback, useMemo } from 'react';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { figure } from '../../../parts/format-number.ts';
import { withErrorBand } from './error-band.ts';

interface ForecastChartProps {
  readonly label: string;
  readonly bins: readonly {
    readonly startDate: string;
    readonly actual: number | null;
    readonly predicted: number | null;
  }[];
}

const SHARE = 0.8;
const MIDNIGHT = /T00:00:00(\.000)?Z$/;

const when = (iso: string): string => iso.replace(MIDNIGHT, '').replace('T', ' ').slice(0, 16);

/** Actual and forecast over time, with the range that holds most of the errors. */
export function ForecastChart({ label, bins }: ForecastChartProps) {
  const points = useMemo(
    () =>
      withErrorBand(
        bins.map(({ startDate, actual, predicted }) => ({ time: when(startDate), actual, predicted })),
        SHARE,
      ),
    [bins],
  );
  const draw = useCallback(
    ({ dimmed, grid, series }: Palette) => ({
      xAxis: {
        type: 'category' as const,
        data: points.map(({ time }) => time),
        axisLabel: { color: dimmed, fontSize: 11, hideOverlap: true },
        axisLine: { lineStyle: { color: grid } },
      },
      yAxis: {
        type: 'value' as const,
        scale: true,
        axisLabel: { color: dimmed, fontSize: 11 },
        splitLine: { lineStyle: { color: grid } },
      },
      legend: {
        data: ['Actual', 'Forecast', BAND],
        top: 0,
        left: 0,
        icon: 'roundRect',
        itemHeight: 4,
        textStyle: { color: dimmed },
      },
      series: [
        // The band is the lower end, not drawn, and what lies above it.
        { name: 'Lower end', ...side, data: points.map(({ low }) => low), tooltip: { show: false } },
        {
          name: BAND,
          ...side,
          data: points.map(({ low, high }) => (low === null || high === null ? null : high - low)),
          areaStyle: { color: series[1], opacity: 0.18 },
          itemStyle: { color: series[1], opacity: 0.4 },
        },
        { name: 'Actual', ...line, data: points.map(({ actual }) => actual), color: series[0] },
        {
          name: 'Forecast',
          ...line,
          data: points.map(({ predicted }) => predicted),
          color: series[1],
          lineStyle: { width: 2, type: 'dashed' as const },
        },
      ],
      tooltip: { trigger: 'axis' as const, formatter: told(points) },
    }),
    [points],
  );
  const numbers = useMemo(
    () => ({
      columns: ['Time', 'Actual', 'Forecast', 'Low', 'High'],
      rows: points.map(({ time, actual, predicted, low, high }) => [
        time,
        figure(actual),
        figure(predicted),
        figure(low),
        figure(high),
      ]),
    }),
    [points],
  );
  return <Chart label={label} draw={draw} height={320} numbers={numbers} />;
}

const BAND = '80 % of the errors shown';

const line = { type: 'line' as const, symbolSize: 5, connectNulls: false, lineStyle: { width: 2 } };
const side = {
  type: 'line' as const,
  stack: 'band',
  stackStrategy: 'all' as const,
  symbol: 'none',
  lineStyle: { opacity: 0 },
};

/** Escaped by leaving everything but figures and times out. */
const told = (points: ReturnType<typeof withErrorBand>) => (shown: unknown) => {
  const index = Array.isArray(shown) ? (shown[0] as { dataIndex?: number }).dataIndex : undefined;
  const point = points[index ?? -1];
  if (point === undefined) return '';
  const band = point.low === null ? '' : `<br>80 %: ${figure(point.low)} to ${figure(point.high)}`;
  return `${point.time}<br>Actual: ${figure(point.actual)}<br>Forecast: ${figure(point.predicted)}${band}`;
};
