import { useCallback } from 'react';
import type { PredictionRow } from '../../../api/deployments.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { intervalOf } from './result-columns.ts';

const MOST_SERIES = 6;

/** One line for each series, with its interval as a shade behind it. */
export function ForecastChart({ rows, target }: { rows: readonly PredictionRow[]; target: string }) {
  const draw = useCallback(
    ({ dimmed, grid, series: colors }: Palette) => {
      const names = [...new Set(rows.map(({ seriesId }) => seriesId ?? target))].slice(0, MOST_SERIES);
      const shown = names.map((name) => [name, rows.filter(({ seriesId }) => (seriesId ?? target) === name)] as const);
      return {
        xAxis: { type: 'time' as const, axisLabel: { color: dimmed, hideOverlap: true } },
        yAxis: {
          type: 'value' as const,
          scale: true,
          axisLabel: { color: dimmed },
          splitLine: { lineStyle: { color: grid } },
        },
        series: shown.flatMap(([name, points], at) => {
          const color = colors[at % colors.length] ?? '';
          const at80 = points.map((row) => ({ time: row.timestamp ?? '', ...intervalOf(row) }));
          const edge = {
            type: 'line' as const,
            showSymbol: false,
            lineStyle: { opacity: 0 },
            stack: `${name} interval`,
            stackStrategy: 'all' as const,
            silent: true,
            tooltip: { show: false },
          };
          return [
            {
              name,
              type: 'line' as const,
              symbolSize: 5,
              color,
              data: points.map((row) => [row.timestamp ?? '', Number(row.prediction)]),
            },
            // From the low bound up to the high one: the second line stands on the first.
            ...(points.some((row) => intervalOf(row))
              ? [
                  { ...edge, name: `${name}, low`, data: at80.map(({ time, low }) => [time, low ?? Number.NaN]) },
                  {
                    ...edge,
                    name: `${name}, high`,
                    areaStyle: { color, opacity: 0.16 },
                    data: at80.map(({ time, low, high }) => [time, (high ?? Number.NaN) - (low ?? Number.NaN)]),
                  },
                ]
              : []),
          ];
        }),
        legend: { top: 0, left: 0, data: shown.map(([name]) => name), textStyle: { color: dimmed } },
      };
    },
    [rows, target],
  );
  return <Chart label={`Forecast of ${target}`} draw={draw} height={260} />;
}
