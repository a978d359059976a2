import { Select, Stack, Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import type { Effect } from '../../../api/models.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { figure } from '../../../parts/format-number.ts';
import { axes } from '../accuracy/axes.ts';

interface EffectChartProps {
  readonly effects: readonly Effect[];
  readonly chosen: string | undefined;
  readonly onChoose: (feature: string) => void;
  readonly target: string;
}

export function EffectChart({ effects, chosen, onChoose, target }: EffectChartProps) {
  const effect = effects.find(({ featureName }) => featureName === chosen) ?? effects[0];
  if (effect === undefined) return <Text size="sm">The model reads no features whose effect could be drawn.</Text>;
  return (
    <Stack>
      <Select
        label="Feature"
        size="xs"
        maw={320}
        searchable
        data={effects.map(({ featureName }) => featureName)}
        value={effect.featureName}
        allowDeselect={false}
        onChange={(name) => name && onChoose(name)}
      />
      <Drawn effect={effect} target={target} />
    </Stack>
  );
}

const short = (label: string): string =>
  label !== '' && Number.isFinite(Number(label)) ? figure(Number(label)) : label;

function Drawn({ effect, target }: { effect: Effect; target: string }) {
  const points = effect.partialDependence.data;
  const draw = useCallback(
    (palette: Palette) => {
      const base = axes(
        palette,
        points.map(({ label }) => short(label)),
        effect.featureName,
      );
      const kind = effect.featureType === 'numeric' ? ('line' as const) : ('bar' as const);
      return {
        ...base,
        yAxis: { ...base.yAxis, scale: true },
        series: [
          {
            name: `Mean predicted ${target}`,
            type: kind,
            symbolSize: 5,
            barMaxWidth: 40,
            data: points.map(({ dependence }) => dependence),
          },
        ],
      };
    },
    [effect, points, target],
  );
  const numbers = useMemo(
    () => ({
      columns: [effect.featureName, `Mean predicted ${target}`],
      rows: points.map(({ label, dependence }) => [short(label), figure(dependence)]),
    }),
    [effect, points, target],
  );
  return <Chart label={`Effect of ${effect.featureName}`} draw={draw} height={280} numbers={numbers} />;
}
