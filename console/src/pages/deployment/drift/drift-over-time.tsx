import { Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { type DriftBucket, monitoringCalls, type Selection } from '../../../api/monitoring.ts';
import { Answer } from '../../../parts/answer.tsx';
import { BucketChart } from '../../../parts/chart/bucket-chart.tsx';
import { bucketText } from '../period.ts';

interface DriftOverTimeProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly feature: string;
  readonly threshold: number;
}

export function DriftOverTime({ deploymentId, asked, feature, threshold }: DriftOverTimeProps) {
  const call = monitoringCalls.driftOverTime(deploymentId, asked, feature);
  const over = useQuery({ ...callQuery(call), placeholderData: keepPreviousData });
  return (
    <>
      <Title order={3} fz="sm" mt="lg" mb={4}>
        Over time
      </Title>
      <Answer of={over} what={`the drift of ${feature} over time`}>
        {({ buckets }) => <Line feature={feature} buckets={buckets} threshold={threshold} />}
      </Answer>
    </>
  );
}

interface LineProps {
  readonly feature: string;
  readonly buckets: readonly DriftBucket[];
  readonly threshold: number;
}

function Line({ feature, buckets, threshold }: LineProps) {
  const places = useMemo(() => buckets.map(({ period }) => bucketText(period)), [buckets]);
  const lines = useMemo(
    () => [{ name: feature, values: buckets.map(({ driftScore }) => driftScore) }],
    [buckets, feature],
  );
  const mark = useMemo(() => ({ name: 'drifted', value: threshold }), [threshold]);
  return (
    <BucketChart label={`Drift of ${feature} over time`} places={places} lines={lines} mark={mark} zero height={170} />
  );
}
