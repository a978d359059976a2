import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { type AccuracyOverTime, accuracyCalls, type Selection } from '../../../api/monitoring.ts';
import { Answer } from '../../../parts/answer.tsx';
import { BucketChart } from '../../../parts/chart/bucket-chart.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { bucketText } from '../period.ts';

interface AccuracyOverTimePanelProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly metric: string;
}

export function AccuracyOverTimePanel({ deploymentId, asked, metric }: AccuracyOverTimePanelProps) {
  const call = accuracyCalls.overTime(deploymentId, asked, metric);
  const over = useQuery({ ...callQuery(call), placeholderData: keepPreviousData });
  return (
    <Panel title={`${metric} over time`} intro="By when predictions were made. The dashed line is the training data.">
      <Answer of={over} what={`${metric} over time`}>
        {(found) => <Line over={found} />}
      </Answer>
    </Panel>
  );
}

function Line({ over }: { over: AccuracyOverTime }) {
  const places = useMemo(() => over.buckets.map(({ period }) => bucketText(period)), [over]);
  const lines = useMemo(() => [{ name: over.metric, values: over.buckets.map(({ value }) => value) }], [over]);
  const mark = useMemo(
    () => (over.baseline.value === null ? undefined : { name: 'training', value: over.baseline.value }),
    [over],
  );
  return <BucketChart label={`${over.metric} over time`} places={places} lines={lines} mark={mark} zero />;
}
