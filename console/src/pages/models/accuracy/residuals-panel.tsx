import { SimpleGrid, Text } from '@mantine/core';

import { useCallback, useMemo } from 'react';
import { insightCalls, type Residuals, useInsight } from '../../../api/models.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { figure } from '../../../parts/format.ts';
import { Histogram } from '../../../parts/histogram.tsx';
import { Answer, Panel } from '../../../parts/panel.tsx';
import type { ShownModel } from '../model-frame.tsx';
import { plane } from './axes.ts';

/** What lies between predictions and outcomes. */
export function ResidualsPanel({ about }: ShownModel) {
  const residuals = useInsight(insightCalls.residuals(about));
  return (
    <Panel title="Residuals" intro="What was predicted minus what happened, on data the model had not seen.">
      <Answer of={residuals} what="the residuals">
        {(found) => {
          const shown = found.residuals.validation ?? Object.values(found.residuals)[0];
          return shown ? <Drawn residuals={shown} /> : <Text size="sm">The model was judged on no data.</Text>;
        }}
      </Answer>
    </Panel>
  );
}

function Drawn({ residuals }: { residuals: Residuals }) {
  const { data, histogram, residualMean, standardDeviation, coefficientOfDetermination } = residuals;
  const bars = useMemo(
    () =>
      histogram.map(({ intervalStart, intervalEnd, occurrences }) => ({
        label: `${figure(intervalStart)} to ${figure(intervalEnd)}`,
        count: occurrences,
      })),
    [histogram],
  );
  const draw = useCallback(
    (palette: Palette) => {
      const values = data.flatMap(([actual = 0, predicted = 0]) => [actual, predicted]);
      const ends = [Math.min(...values), Math.max(...values)];
      return {
        ...plane(palette, 'predicted', 'actual'),
        legend: { show: false },
        tooltip: { trigger: 'item' as const },
        series: [
          {
            name: 'Rows',
            type: 'scatter' as const,
            symbolSize: 5,
            itemStyle: { color: palette.series[0], opacity: 0.6 },
            data: data.map(([actual, predicted]) => [predicted, actual]),
          },
          {
            name: 'Exactly right',
            type: 'line' as const,
            symbol: 'none',
            lineStyle: { color: palette.dimmed, type: 'dashed' as const, width: 1 },
            data: ends.map((end) => [end, end]),
          },
        ],
      };
    },
    [data],
  );
  const numbers = useMemo(
    () => ({
      columns: ['Figure', 'Value'],
      rows: [
        ['Mean residual', figure(residualMean)],
        ['Standard deviation', figure(standardDeviation)],
        ['R squared', figure(coefficientOfDetermination)],
      ],
    }),
    [residualMean, standardDeviation, coefficientOfDetermination],
  );
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Chart label="Predicted against actual" draw={draw} height={260} numbers={numbers} />
      <Histogram label="Histogram of residuals" bars={bars} height={260} />
    </SimpleGrid>
  );
}
