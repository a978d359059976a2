import { useCallback, useMemo } from 'react';
import { bucketText, figure, type Period } from '../format.ts';
import { Chart } from './chart.tsx';
import { nameAxis, numberAxis, type Palette } from './palette.ts';

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
    (palette: Palette) => ({
      ...(lines.length > 1 ? {} : { legend: { show: false } }),
      grid: { left: 8, right: 16, top: lines.length > 1 ? 32 : 16, bottom: 8, containLabel: true },
      xAxis: nameAxis(palette, places),
      yAxis: { ...numberAxis(palette, write), scale: !zero && !bars },
      tooltip: { trigger: 'axis' as const, valueFormatter: (value: unknown) => write((value as number) ?? null) },
      series: lines.map(({ name, values }, at) => ({
        name,
        type: bars ? ('bar' as const) : ('line' as const),
        data: [...values],
        color: palette.series[at % palette.series.length] ?? palette.dimmed,
        ...(bars ? { barMaxWidth: 36 } : { symbolSize: 5 }),
        ...(mark && at === 0 ? { markLine: level(mark, palette.dimmed) } : {}),
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

interface TimeChartProps<Bucket> extends Omit<BucketChartProps, 'places' | 'lines'> {
  /** What is drawn, for the tooltip. */
  readonly name: string;
  readonly buckets: readonly Bucket[];
  /** The figure of a bucket, where it is not called `value`. A function of the module. */
  readonly read?: (bucket: Bucket) => number | null;
}

const valueIn = (bucket: object): number | null => ('value' in bucket ? (bucket.value as number | null) : null);

/** One figure over time, bucket by bucket. */
export function TimeChart<Bucket extends { readonly period: Period }>(props: TimeChartProps<Bucket>) {
  const { name, buckets, read = valueIn, mark, ...chart } = props;
  const places = useMemo(() => buckets.map(({ period }) => bucketText(period)), [buckets]);
  const lines = useMemo(() => [{ name, values: buckets.map(read) }], [buckets, name, read]);
  const [level, height] = [mark?.name ?? '', mark?.value];
  const shown = useMemo(() => (height === undefined ? undefined : { name: level, value: height }), [level, height]);
  return <BucketChart places={places} lines={lines} mark={shown} {...chart} />;
}
