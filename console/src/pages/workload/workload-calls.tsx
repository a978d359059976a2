import { Select, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { callQuery } from '../../api/call-query.ts';
import { type WorkloadBuckets, type WorkloadMetric, workloadCalls } from '../../api/workloads.ts';
import { Answer } from '../../parts/answer.tsx';
import { BucketChart } from '../../parts/chart/bucket-chart.tsx';
import { MetricTiles } from '../../parts/metric-tiles.tsx';
import { Panel } from '../../parts/panel.tsx';
import { bucketText, spans } from '../deployment/period.ts';
import { useSpan } from './use-span.ts';
import { figureNamed, isCount, workloadFigures } from './workload-figures.ts';

/** How often a service was called and how it answered. */
export function WorkloadCalls({ workloadId }: { workloadId: string }) {
  const { metric } = useSearch({ from: '/signed-in/workloads/$workloadId' });
  const navigate = useNavigate({ from: '/workloads/$workloadId' });
  const { days, span } = useSpan();
  const shown = figureNamed(metric);
  const stats = useQuery({
    ...callQuery(workloadCalls.stats(workloadId, span.start)),
    placeholderData: keepPreviousData,
  });
  const over = useQuery({
    ...callQuery(workloadCalls.overTime(workloadId, shown.name, span)),
    placeholderData: keepPreviousData,
  });
  return (
    <Stack gap="lg">
      <Select
        size="xs"
        w={120}
        label="Period"
        data={spans.map((one) => ({ value: String(one.days), label: one.label }))}
        value={String(days)}
        onChange={(next) => void navigate({ search: (old) => ({ ...old, days: Number(next) }) })}
        allowDeselect={false}
      />
      <Answer of={stats} what="the figures">
        {({ metrics }) => (
          <MetricTiles
            figures={workloadFigures}
            values={metrics}
            current={shown.name}
            onPick={(name) => void navigate({ search: (old) => ({ ...old, metric: name }), resetScroll: false })}
          />
        )}
      </Answer>
      <Panel title={`${shown.label} over time`} intro={shown.about}>
        <Answer of={over} what={`${shown.label} over time`}>
          {({ metric: name, buckets }) => <Drawn name={name} buckets={buckets} />}
        </Answer>
      </Panel>
    </Stack>
  );
}

function Drawn({ name, buckets }: { name: WorkloadMetric; buckets: WorkloadBuckets['buckets'] }) {
  const { label, write } = figureNamed(name);
  const places = useMemo(() => buckets.map(({ period }) => bucketText(period)), [buckets]);
  const lines = useMemo(() => [{ name: label, values: buckets.map(({ value }) => value) }], [buckets, label]);
  return (
    <BucketChart
      label={`${label} over time`}
      places={places}
      lines={lines}
      bars={isCount(name)}
      write={write}
      zero
      height={260}
    />
  );
}
