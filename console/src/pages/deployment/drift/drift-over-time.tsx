import { Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Asked, type DriftBucket, kept, monitoringCalls } from '../../../api/monitoring.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { figure } from '../../../parts/format-number.ts';
import { bucketText } from '../period.ts';

interface DriftOverTimeProps {
  readonly deploymentId: string;
  readonly asked: Asked;
  readonly feature: string;
  readonly threshold: number;
}

export function DriftOverTime({ deploymentId, asked, feature, threshold }: DriftOverTimeProps) {
  const call = monitoringCalls.driftOverTime(deploymentId, asked, feature);
  const over = useQuery({ ...kept(deploymentId, call), placeholderData: keepPreviousData });
  return (
    <>
      <Title order={3} fz="sm" mt="lg" mb={4}>
        Over time
      </Title>
      <Answer of={over} what={`the drift of ${feature} over time`}>
        {({ buckets }) => <Line feature={feature} buckets={buckets} threshold={threshold} />}
      </Answer>
    </>
  );
}

interface LineProps {
  readonly feature: string;
  readonly buckets: readonly DriftBucket[];
  readonly threshold: number;
}

function Line({ feature, buckets, threshold }: LineProps) {
  const draw = useCallback(
    ({ dimmed, grid, series, bad }: Palette) => ({
      legend: { show: false },
      grid: { left: 8, right: 16, top: 16, bottom: 8, containLabel: true },
      xAxis: {
        type: 'category' as const,
        data: buckets.map(({ period }) => bucketText(period)),
        axisLabel: { color: dimmed, fontSize: 11, hideOverlap: true },
        axisLine: { lineStyle: { color: grid } },
      },
      yAxis: {
        type: 'value' as const,
        min: 0,
        axisLabel: { color: dimmed, fontSize: 11 },
        splitLine: { lineStyle: { color: grid } },
      },
      series: [
        {
          name: feature,
          type: 'line' as const,
          symbolSize: 5,
          data: buckets.map(({ driftScore }) => driftScore),
          color: series[0],
          markLine: {
            silent: true,
            symbol: 'none',
            label: { show: false },
            lineStyle: { color: bad, type: 'dashed' as const },
            data: [{ yAxis: threshold }],
          },
        },
      ],
    }),
    [buckets, feature, threshold],
  );
  const numbers = useMemo(
    () => ({
      columns: ['From (UTC)', 'Drift', 'Rows'],
      rows: buckets.map(({ period, driftScore, sampleSize }) => [
        bucketText(period),
        figure(driftScore),
        sampleSize ?? 0,
      ]),
    }),
    [buckets],
  );
  return <Chart label={`Drift of ${feature} over time`} draw={draw} height={170} numbers={numbers} />;
}
