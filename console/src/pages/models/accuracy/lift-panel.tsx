import { useCallback, useMemo } from 'react';
import { insightCalls, type LiftBin, useInsight } from '../../../api/models.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import type { Palette } from '../../../parts/chart/palette.ts';
import { figure } from '../../../parts/format.ts';
import { Answer, Panel } from '../../../parts/panel.tsx';
import type { ShownModel } from '../model-frame.tsx';
import { axes } from './axes.ts';

/** Rows in the order of their prediction, in groups: whether high predictions meet high outcomes. */
export function LiftPanel({ about }: ShownModel) {
  const lift = useInsight(insightCalls.lift(about));
  return (
    <Panel title="Lift" intro="Rows from the lowest prediction to the highest, in groups of the same size.">
      <Answer of={lift} what="the lift chart">
        {({ charts }) => {
          const chart = charts.find(({ source }) => source === 'validation') ?? charts[0];
          return chart ? <Drawn bins={chart.bins} /> : 'The model was judged on no data.';
        }}
      </Answer>
    </Panel>
  );
}

const GROUPS = 20;

/** Neighbours together, by weight, so that so many groups are left. */
function groupBins(bins: readonly LiftBin[]): readonly LiftBin[] {
  const size = Math.ceil(bins.length / GROUPS);
  return Array.from({ length: Math.ceil(bins.length / size) }, (_, i) => bins.slice(i * size, (i + 1) * size)).map(
    (group) => {
      const weight = group.reduce((sum, { binWeight }) => sum + binWeight, 0);
      const mean = (read: (bin: LiftBin) => number) =>
        group.reduce((sum, bin) => sum + read(bin) * bin.binWeight, 0) / weight;
      return { actual: mean(({ actual }) => actual), predicted: mean(({ predicted }) => predicted), binWeight: weight };
    },
  );
}

function Drawn({ bins }: { bins: readonly LiftBin[] }) {
  const shown = useMemo(() => groupBins(bins), [bins]);
  const draw = useCallback(
    (palette: Palette) => ({
      ...axes(
        palette,
        shown.map((_, i) => String(i + 1)),
        'group, by prediction',
      ),
      series: [
        { name: 'Actual', type: 'line' as const, symbolSize: 5, data: shown.map(({ actual }) => actual) },
        {
          name: 'Predicted',
          type: 'line' as const,
          symbolSize: 5,
          lineStyle: { type: 'dashed' as const },
          data: shown.map(({ predicted }) => predicted),
        },
      ],
    }),
    [shown],
  );
  const numbers = useMemo(
    () => ({
      columns: ['Group', 'Actual', 'Predicted', 'Rows'],
      rows: shown.map(({ actual, predicted, binWeight }, i) => [
        i + 1,
        figure(actual),
        figure(predicted),
        figure(binWeight),
      ]),
    }),
    [shown],
  );
  return <Chart label="Lift" draw={draw} height={260} numbers={numbers} />;
}
