import { useCallback, useMemo } from 'react';
import type { FeatureDrift } from '../../../api/monitoring.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import { axisName, numberAxis, type Palette } from '../../../parts/chart/palette.ts';
import { figure } from '../../../parts/format.ts';
import { quadrant, type Thresholds } from './drift-text.ts';

interface DriftScatterProps {
  readonly features: readonly FeatureDrift[];
  readonly limits: Thresholds;
  readonly onPick: (feature: string) => void;
}

/** How much the model leans on a feature, against how far it has moved. */
export function DriftScatter({ features, limits, onPick }: DriftScatterProps) {
  const draw = useCallback(
    (palette: Palette) => {
      const { dimmed, good, warning, bad } = palette;
      const colors = { calm: good, watch: warning, act: bad };
      const axis = { ...numberAxis(palette), min: 0 };
      return {
        legend: { show: false },
        grid: { left: 24, right: 20, top: 16, bottom: 28, containLabel: true },
        tooltip: { trigger: 'item' as const },
        xAxis: { ...axis, ...axisName(palette, 'Importance', 26), max: 1 },
        yAxis: { ...axis, ...axisName(palette, 'Drift (PSI)', 34) },
        series: [
          {
            type: 'scatter' as const,
            symbolSize: 13,
            data: features
              .filter(({ driftScore }) => driftScore !== null)
              .map((feature) => ({
                name: feature.name,
                value: [feature.featureImpact ?? 0, feature.driftScore ?? 0],
                itemStyle: { color: colors[quadrant(feature, limits)] },
              })),
            label: { show: features.length <= 12, formatter: '{b}', position: 'top' as const, color: dimmed },
            markLine: {
              silent: true,
              symbol: 'none',
              label: { show: false },
              lineStyle: { color: dimmed, type: 'dashed' as const },
              data: [{ yAxis: limits.driftThreshold }, { xAxis: limits.importanceThreshold }],
            },
          },
        ],
      };
    },
    [features, limits],
  );
  const numbers = useMemo(
    () => ({
      columns: ['Feature', 'Importance', 'Drift'],
      rows: features.map(({ name, featureImpact, driftScore }) => [name, figure(featureImpact), figure(driftScore)]),
    }),
    [features],
  );
  return <Chart label="Importance against drift" draw={draw} height={290} numbers={numbers} onPick={onPick} />;
}
