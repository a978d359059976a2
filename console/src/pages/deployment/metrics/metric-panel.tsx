import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { type CustomMetric, type MetricOverTime, metricCalls, type Selection } from '../../../api/monitoring.ts';
import { Answer } from '../../../parts/answer.tsx';
import { BucketChart } from '../../../parts/chart/bucket-chart.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { bucketText } from '../period.ts';

interface MetricPanelProps {
  readonly deploymentId: string;
  readonly metric: CustomMetric;
  readonly asked: Selection;
}

export function MetricPanel({ deploymentId, metric, asked }: MetricPanelProps) {
  const over = useQuery({
    ...callQuery(metricCalls.overTime(deploymentId, metric.id, asked)),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={`${metric.name} over time`} intro={`In ${metric.units}`}>
      <Answer of={over} what={`${metric.name} over time`}>
        {(found) => <Values metric={metric} over={found} />}
      </Answer>
    </Panel>
  );
}

function Values({ metric, over }: { metric: CustomMetric; over: MetricOverTime }) {
  const places = useMemo(() => over.buckets.map(({ period }) => bucketText(period)), [over]);
  const lines = useMemo(
    () => [{ name: metric.name, values: over.buckets.map(({ value }) => value) }],
    [metric.name, over],
  );
  const baseline = metric.baselineValues[0]?.value;
  const mark = useMemo(() => (baseline === undefined ? undefined : { name: 'baseline', value: baseline }), [baseline]);
  return (
    <BucketChart
      label={`${metric.name} over time`}
      places={places}
      lines={lines}
      mark={mark}
      bars={metric.type === 'sum'}
      zero
    />
  );
}
