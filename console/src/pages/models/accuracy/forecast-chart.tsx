import { useMemo } from 'react';
import { BandChart, when } from './band-chart.tsx';
import { withErrorBand } from './error-band.ts';

interface ForecastChartProps {
  readonly label: string;
  readonly bins: readonly {
    readonly startDate: string;
    readonly actual: number | null;
    readonly predicted: number | null;
  }[];
}

const SHARE = 0.8;

/** Actual and forecast over time, with an interval from the errors shown. */
export function ForecastChart({ label, bins }: ForecastChartProps) {
  const points = useMemo(() => {
    const plain = bins.map(({ startDate, actual, predicted }) => ({ time: when(startDate), actual, predicted }));
    return withErrorBand(plain, SHARE);
  }, [bins]);
  return <BandChart label={label} points={points} band="80 % prediction interval" />;
}
