import { useCallback, useMemo } from 'react';
import { type Distribution, monitoringCalls, type Selection } from '../../../api/monitoring.ts';
import { Chart } from '../../../parts/chart/chart.tsx';
import { cutNameAxis, numberAxis, type Palette } from '../../../parts/chart/palette.ts';
import { share } from '../../../parts/format.ts';
import { Reply } from '../../../parts/panel.tsx';
import { binText } from './drift-text.ts';

interface FeatureBarsProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly feature: string;
  /** A target may be a feature too: of time series it is. */
  readonly as?: Distribution['role'];
}

/** Shares of rows in each bin of the training data, then and now. */
export function FeatureBars({ deploymentId, asked, feature, as = 'feature' }: FeatureBarsProps) {
  return (
    <Reply
      to={monitoringCalls.distributions(deploymentId, asked, feature)}
      keepPrevious
      what={`the distribution of ${feature}`}
    >
      {({ data }) => {
        const column = data.find((one) => one.role === as);
        return column ? <Bars column={column} /> : null;
      }}
    </Reply>
  );
}

function Bars({ column }: { column: Distribution }) {
  const bins = useMemo(() => {
    const all = column.bins.map((bin) => ({ label: binText(bin), before: bin.baseline, now: bin.recent }));
    const { baseline, recent } = column.missing;
    const shown = column.kind === 'names' ? all.filter(({ before, now }) => (before ?? 0) + (now ?? 0) > 0) : all;
    return (baseline ?? 0) + (recent ?? 0) > 0
      ? [...shown, { label: 'missing', before: baseline, now: recent }]
      : shown;
  }, [column]);
  const draw = useCallback(
    (palette: Palette) => ({
      xAxis: cutNameAxis(
        palette,
        bins.map(({ label }) => label),
      ),
      yAxis: numberAxis(palette, share),
      series: [
        {
          name: 'Training data',
          type: 'bar' as const,
          data: bins.map(({ before }) => before),
          color: palette.series[5],
        },
        { name: 'Now', type: 'bar' as const, data: bins.map(({ now }) => now), color: palette.series[0] },
      ],
      tooltip: { trigger: 'axis' as const, valueFormatter: (value: unknown) => share(value as number | null) },
    }),
    [bins],
  );
  const numbers = useMemo(
    () => ({
      columns: ['Value', 'Training data', 'Now'],
      rows: bins.map(({ label, before, now }) => [label, share(before), share(now)]),
    }),
    [bins],
  );
  return <Chart label={`${column.name}: training data and now`} draw={draw} height={230} numbers={numbers} />;
}
