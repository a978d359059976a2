import { useMemo } from 'react';
import type { ServiceStatsOverTime } from '../../../api/monitoring.ts';
import { BucketChart } from '../../../parts/chart/bucket-chart.tsx';
import { bucketText } from '../period.ts';
import { metricNamed } from './service-metrics.ts';

const COUNTED = ['totalRequests', 'totalPredictions', 'slowRequests', 'numConsumers'];

/** Counts as bars, everything else as a line. */
export function ServiceChart({ metric, buckets }: { metric: string; buckets: ServiceStatsOverTime['buckets'] }) {
  const { label, write } = metricNamed(metric);
  const places = useMemo(() => buckets.map(({ period }) => bucketText(period)), [buckets]);
  const lines = useMemo(() => [{ name: label, values: buckets.map(({ value }) => value) }], [buckets, label]);
  return (
    <BucketChart
      label={`${label} over time`}
      places={places}
      lines={lines}
      bars={COUNTED.includes(metric)}
      write={write}
      zero
      height={260}
    />
  );
}
