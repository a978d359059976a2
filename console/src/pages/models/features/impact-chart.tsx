import { useCallback, useMemo } from 'react';
import type { Impact } from '../../../api/models.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import { nameAxis, numberAxis, type Palette } from '../../../parts/chart/palette.ts';
import { figure, share } from '../../../parts/format.ts';
import { Small } from '../../../parts/text.tsx';

const MOST = 25;

/** A bar for each feature, the most important one at the top. */
export function ImpactChart({ impacts, onPick }: { impacts: readonly Impact[]; onPick: (feature: string) => void }) {
  const shown = useMemo(() => impacts.slice(0, MOST), [impacts]);
  const draw = useCallback(
    (palette: Palette) => ({
      grid: { left: 8, right: 40, top: 4, bottom: 8, containLabel: true },
      legend: { show: false },
      xAxis: numberAxis(palette, (value) => `${Math.round(value * 100)} %`),
      yAxis: {
        ...nameAxis(
          palette,
          shown.map(({ featureName }) => featureName),
        ),
        inverse: true,
        axisLabel: { color: palette.text, fontSize: 12, width: 180, overflow: 'truncate' as const },
      },
      tooltip: { trigger: 'axis' as const, valueFormatter: (value: unknown) => share(Number(value)) },
      series: [
        {
          name: 'Impact',
          type: 'bar' as const,
          barMaxWidth: 22,
          data: shown.map(({ impactNormalized }) => impactNormalized),
          itemStyle: { color: palette.series[0], borderRadius: [0, 3, 3, 0] },
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
        <Small>{`The ${MOST} most important of ${impacts.length} are drawn; all are among the numbers.`}</Small>
      )}
    </>
  );
}
