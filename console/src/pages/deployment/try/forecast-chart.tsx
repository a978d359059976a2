import { useCallback } from 'react';
import type { PredictionRow } from '../../../api/predictions.ts';
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
          const bound = (pick: 'low' | 'high') =>
            points.map((row) => [row.timestamp ?? '', intervalOf(row)?.[pick] ?? Number.NaN]);
          const hidden = { type: 'line' as const, showSymbol: false, lineStyle: { opacity: 0.35, color, width: 1 } };
          return [
            {
              name,
              type: 'line' as const,
              symbolSize: 5,
              color,
              data: points.map((row) => [row.timestamp ?? '', Number(row.prediction)]),
            },
            ...(points.some((row) => intervalOf(row))
              ? [
                  { ...hidden, name: `${name}, low`, color, data: bound('low') },
                  { ...hidden, name: `${name}, high`, color, data: bound('high') },
                ]
              : []),
          ];
        }),
        legend: { data: shown.map(([name]) => name), textStyle: { color: dimmed } },
      };
    },
    [rows, target],
  );
  return <Chart label={`Forecast of ${target}`} draw={draw} height={260} />;
}
