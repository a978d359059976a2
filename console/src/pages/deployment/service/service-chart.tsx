import { useCallback, useMemo } from 'react';
import type { ServiceStatsOverTime } from '../../../api/monitoring.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { bucketText } from '../period.ts';
import { metricNamed } from './service-metrics.ts';

const COUNTED = ['totalRequests', 'totalPredictions', 'slowRequests', 'numConsumers'];

/** Counts as bars, everything else as a line. */
export function ServiceChart({ metric, buckets }: { metric: string; buckets: ServiceStatsOverTime['buckets'] }) {
  const { label, write } = metricNamed(metric);
  const draw = useCallback(
    ({ dimmed, grid, series }: Palette) => ({
      grid: { left: 8, right: 16, top: 16, bottom: 8, containLabel: true },
      legend: { show: false },
      xAxis: {
        type: 'category' as const,
        data: buckets.map(({ period }) => bucketText(period)),
        axisLabel: { color: dimmed, fontSize: 11, hideOverlap: true },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: grid } },
      },
      yAxis: {
        type: 'value' as const,
        axisLabel: { color: dimmed, fontSize: 11, formatter: (value: number) => write(value) },
        splitLine: { lineStyle: { color: grid } },
      },
      series: [
        COUNTED.includes(metric)
          ? {
              name: label,
              type: 'bar' as const,
              barMaxWidth: 36,
              data: values(buckets),
              itemStyle: { color: series[0] },
            }
          : { name: label, type: 'line' as const, symbolSize: 5, data: values(buckets), color: series[0] },
      ],
    }),
    [buckets, label, metric, write],
  );
  const numbers = useMemo(
    () => ({
      columns: ['From (UTC)', label],
      rows: buckets.map(({ period, value }) => [bucketText(period), write(value)]),
    }),
    [buckets, label, write],
  );
  return <Chart label={`${label} over time`} draw={draw} height={260} numbers={numbers} />;
}

const values = (buckets: ServiceStatsOverTime['buckets']): (number | null)[] => buckets.map(({ value }) => value);
