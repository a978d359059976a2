import { useCallback, useMemo } from 'react';
import { figure } from '../format.ts';
import { Chart } from './chart.tsx';
import type { Palette } from './palette.ts';

interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

interface BucketChartProps {
  readonly label: string;
  /** The names of the buckets, in their order. Keep it and `lines` stable: each new one draws anew. */
  readonly places: readonly string[];
  readonly lines: readonly Line[];
  readonly bars?: boolean;
  readonly write?: (value: number | null) => string;
  /** A level to compare with. */
  readonly mark?: { readonly name: string; readonly value: number } | undefined;
  /** From zero, or where the values are. */
  readonly zero?: boolean;
  readonly height?: number;
}

/** Something over time, or over batches. */
export function BucketChart(props: BucketChartProps) {
  const { label, places, lines, bars = false, write = figure, mark, zero = false, height = 240 } = props;
  const draw = useCallback(
    ({ dimmed, grid, series }: Palette) => ({
      ...(lines.length > 1 ? {} : { legend: { show: false } }),
      grid: { left: 8, right: 16, top: lines.length > 1 ? 32 : 16, bottom: 8, containLabel: true },
      xAxis: {
        type: 'category' as const,
        data: [...places],
        axisLabel: { color: dimmed, fontSize: 11, hideOverlap: true },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: grid } },
      },
      yAxis: {
        type: 'value' as const,
        scale: !zero && !bars,
        axisLabel: { color: dimmed, fontSize: 11, formatter: (value: number) => write(value) },
        splitLine: { lineStyle: { color: grid } },
      },
      tooltip: { trigger: 'axis' as const, valueFormatter: (value: unknown) => write((value as number) ?? null) },
      series: lines.map(({ name, values }, at) => ({
        name,
        type: bars ? ('bar' as const) : ('line' as const),
        data: [...values],
        color: series[at % series.length] ?? dimmed,
        ...(bars ? { barMaxWidth: 36 } : { symbolSize: 5 }),
        ...(mark && at === 0 ? { markLine: level(mark, dimmed) } : {}),
      })),
    }),
    [bars, lines, mark, places, write, zero],
  );
  const numbers = useMemo(
    () => ({
      columns: ['From (UTC)', ...lines.map(({ name }) => name)],
      rows: places.map((place, at) => [place, ...lines.map(({ values }) => write(values[at] ?? null))]),
    }),
    [lines, places, write],
  );
  return <Chart label={label} draw={draw} height={height} numbers={numbers} />;
}

const level = ({ name, value }: { name: string; value: number }, color: string) => ({
  silent: true,
  symbol: 'none',
  label: { formatter: name, position: 'insideEndTop' as const, color },
  lineStyle: { color, type: 'dashed' as const },
  data: [{ yAxis: value }],
});
