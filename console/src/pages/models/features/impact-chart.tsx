import { Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { Impact } from '../../../api/models.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { figure, share } from '../../../parts/format.ts';

const MOST = 25;

interface ImpactChartProps {
  readonly impacts: readonly Impact[];
  readonly onPick: (feature: string) => void;
}

/** A bar for each feature, the most important one at the top. */
export function ImpactChart({ impacts, onPick }: ImpactChartProps) {
  const shown = useMemo(() => impacts.slice(0, MOST), [impacts]);
  const draw = useCallback(
    ({ dimmed, grid, text, series }: Palette) => ({
      grid: { left: 8, right: 40, top: 4, bottom: 8, containLabel: true },
      legend: { show: false },
      xAxis: {
        type: 'value' as const,
        axisLabel: { color: dimmed, fontSize: 11, formatter: (value: number) => `${Math.round(value * 100)} %` },
        splitLine: { lineStyle: { color: grid } },
      },
      yAxis: {
        type: 'category' as const,
        inverse: true,
        data: shown.map(({ featureName }) => featureName),
        axisLabel: { color: text, fontSize: 12, width: 180, overflow: 'truncate' as const },
        axisTick: { show: false },
        axisLine: { lineStyle: { color: grid } },
      },
      tooltip: { trigger: 'axis' as const, valueFormatter: (value: unknown) => share(Number(value)) },
      series: [
        {
          name: 'Impact',
          type: 'bar' as const,
          barMaxWidth: 22,
          data: shown.map(({ impactNormalized }) => impactNormalized),
          itemStyle: { color: series[0], borderRadius: [0, 3, 3, 0] },
        },
      ],
    }),
    [shown],
  );
  const numbers = useMemo(
    () => ({
      columns: ['Feature', 'Impact', 'Unscaled'],
      rows: impacts.map((one) => [one.featureName, share(one.impactNormalized), figure(one.impactUnnormalized)]),
    }),
    [impacts],
  );
  return (
    <>
      <Chart label="Feature impact" draw={draw} height={48 + shown.length * 30} numbers={numbers} onPick={onPick} />
      {impacts.length > MOST && (
        <Text size="xs" c="dimmed">
          {`The ${MOST} most important of ${impacts.length} are drawn; all are among the numbers.`}
        </Text>
      )}
    </>
  );
}
