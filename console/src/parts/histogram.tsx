import { useCallback, useMemo } from 'react';
import { Chart } from './chart/chart.tsx';
import { cutNameAxis, numberAxis, type Palette } from './chart/palette.ts';
import { whole } from './format.ts';

interface Bar {
  readonly label: string;
  readonly count: number;
}

/** The API's mark for all values that are too rare to be shown each. */
const OTHERS = '==All Other==';
const valueText = (label: string): string => (label === OTHERS ? 'all others' : label);

interface HistogramProps {
  /** What was counted: `Histogram of price`. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly height?: number;
}

/** How often each value, or each range of values, occurs. */
export function Histogram({ label, bars: counted, height = 220 }: HistogramProps) {
  const bars = useMemo(() => counted.map((bar) => ({ ...bar, label: valueText(bar.label) })), [counted]);
  const draw = useCallback(
    (palette: Palette) => ({
      grid: { left: 8, right: 8, top: 12, bottom: 8, containLabel: true },
      legend: { show: false },
      xAxis: cutNameAxis(
        palette,
        bars.map((bar) => bar.label),
      ),
      yAxis: { ...numberAxis(palette), minInterval: 1 },
      series: [
        {
          name: 'Rows',
          type: 'bar' as const,
          data: bars.map((bar) => bar.count),
          barCategoryGap: '8%',
          barMaxWidth: 56,
          itemStyle: { color: palette.series[0], borderRadius: [2, 2, 0, 0] },
        },
      ],
    }),
    [bars],
  );
  const numbers = useMemo(
    () => ({ columns: ['Value', 'Rows'], rows: bars.map((bar) => [bar.label, whole(bar.count)]) }),
    [bars],
  );
  return <Chart label={label} draw={draw} height={height} numbers={numbers} />;
}
