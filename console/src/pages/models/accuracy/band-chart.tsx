import { useCallback, useMemo } from 'react';
import { Chart } from '../../../parts/chart/chart.tsx';
import { nameAxis, numberAxis, type Palette } from '../../../parts/chart/palette.ts';
import { figure } from '../../../parts/format.ts';
import type { BandedPoint } from './axes.ts';

interface BandChartProps {
  readonly label: string;
  readonly points: readonly BandedPoint[];
  /** What the band means: `80 % interval`. */
  readonly band: string;
}

const MIDNIGHT = /T00:00:00(\.000)?Z$/;

/** `2026-05-27`, with the time where it is not midnight. */
export const when = (iso: string): string => iso.replace(MIDNIGHT, '').replace('T', ' ').slice(0, 16);

const line = { type: 'line' as const, symbolSize: 5, connectNulls: false, lineStyle: { width: 2 } };
const side = {
  type: 'line' as const,
  stack: 'band',
  stackStrategy: 'all' as const,
  symbol: 'none',
  lineStyle: { opacity: 0 },
};

/** Forecasts over time within a band, beside what happened where that is known. */
export function BandChart({ label, points, band }: BandChartProps) {
  const happened = points.some(({ actual }) => actual !== null);
  const draw = useCallback(
    (palette: Palette) => ({
      xAxis: nameAxis(
        palette,
        points.map(({ time }) => time),
      ),
      yAxis: { ...numberAxis(palette), scale: true },
      legend: {
        data: [...(happened ? ['Actual'] : []), 'Forecast', band],
        top: 0,
        left: 0,
        icon: 'roundRect',
        itemHeight: 4,
        textStyle: { color: palette.dimmed },
      },
      series: [
        // The band is the lower end, not drawn, and what lies above it.
        { name: 'Lower end', ...side, data: points.map(({ low }) => low) },
        {
          name: band,
          ...side,
          data: points.map(({ low, high }) => (low === null || high === null ? null : high - low)),
          areaStyle: { color: palette.series[1], opacity: 0.18 },
          itemStyle: { color: palette.series[1], opacity: 0.4 },
        },
        ...(happened
          ? [{ name: 'Actual', ...line, data: points.map(({ actual }) => actual), color: palette.series[0] }]
          : []),
        {
          name: 'Forecast',
          ...line,
          data: points.map(({ predicted }) => predicted),
          color: palette.series[1],
          lineStyle: { width: 2, type: 'dashed' as const },
        },
      ],
      tooltip: { trigger: 'axis' as const, formatter: describe(points, band) },
    }),
    [points, band, happened],
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

/** Only times, figures and words of ours: nothing here needs escaping. */
const describe = (points: readonly BandedPoint[], band: string) => (shown: unknown) => {
  const index = Array.isArray(shown) ? (shown[0] as { dataIndex?: number }).dataIndex : undefined;
  const point = points[index ?? -1];
  if (point === undefined) return '';
  const reach = point.low === null ? '' : `<br>${band}: ${figure(point.low)} to ${figure(point.high)}`;
  const actual = point.actual === null ? '' : `<br>Actual: ${figure(point.actual)}`;
  return `${point.time}${actual}<br>Forecast: ${figure(point.predicted)}${reach}`;
};
