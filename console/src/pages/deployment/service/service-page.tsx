import { Group, Select, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { monitoringCalls, type Selection, type ServiceStatsOverTime } from '../../../api/monitoring.ts';
import { BucketChart } from '../../../parts/chart/bucket-chart.tsx';
import { MetricTiles } from '../../../parts/metric-tiles.tsx';
import { Answer, Panel } from '../../../parts/panel.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { bucketText, type PeriodSearch, selectionOf } from '../period.ts';
import { PeriodPicker } from '../period-picker.tsx';
import { metricNamed, QUANTILES, serviceMetrics } from './service-metrics.ts';

const attributes = [
  { value: 'DataRobot-Consumer', label: 'Consumer' },
  { value: 'DataRobot-Remote-IP', label: 'Address of the caller' },
  { value: 'DataRobot-Host-IP', label: 'Address of the server' },
];

export function ServicePage() {
  const search = useSearch({ from: '/signed-in/deployments/$deploymentId/service' });
  const { days, segment, value } = search;
  const [quantile, setQuantile] = useState('0.5');
  const asked = useMemo(
    () =>
      selectionOf(
        { ...(days ? { days } : {}), ...(segment ? { segment } : {}), ...(value ? { value } : {}) },
        new Date(),
      ),
    [days, segment, value],
  );
  const metric = metricNamed(search.metric);
  return (
    <DeploymentFrame
      part="Service"
      calls={(id) => [
        monitoringCalls.service(id, asked, Number(quantile)),
        monitoringCalls.serviceOverTime(id, asked, metric.name, Number(quantile)),
      ]}
    >
      {({ id }) => (
        <Stack gap="lg">
          <Controls deploymentId={id} search={search} quantile={quantile} onQuantile={setQuantile} />
          <Figures deploymentId={id} asked={asked} quantile={Number(quantile)} metric={metric.name} />
        </Stack>
      )}
    </DeploymentFrame>
  );
}

interface ControlsProps {
  readonly deploymentId: string;
  readonly search: PeriodSearch;
  readonly quantile: string;
  readonly onQuantile: (quantile: string) => void;
}

function Controls({ deploymentId, search, quantile, onQuantile }: ControlsProps) {
  const navigate = useNavigate({ from: '/deployments/$deploymentId/service' });
  return (
    <Group gap="sm" align="flex-end">
      <PeriodPicker
        deploymentId={deploymentId}
        search={search}
        attributes={attributes}
        onChange={(period) =>
          void navigate({ search: (before) => ({ ...(before.metric ? { metric: before.metric } : {}), ...period }) })
        }
      />
      <Select
        size="xs"
        w={110}
        label="Times are"
        data={[...QUANTILES]}
        value={quantile}
        onChange={(value) => onQuantile(value ?? '0.5')}
        allowDeselect={false}
      />
    </Group>
  );
}

interface FiguresProps {
  readonly deploymentId: string;
  readonly asked: Selection;
  readonly quantile: number;
  readonly metric: string;
}

function Figures({ deploymentId, asked, quantile, metric: name }: FiguresProps) {
  const metric = metricNamed(name);
  const navigate = useNavigate({ from: '/deployments/$deploymentId/service' });
  const stats = useQuery({
    ...callQuery(monitoringCalls.service(deploymentId, asked, quantile)),
    placeholderData: keepPreviousData,
  });
  const over = useQuery({
    ...callQuery(monitoringCalls.serviceOverTime(deploymentId, asked, metric.name, quantile)),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Answer of={stats} what="the figures">
        {({ metrics }) => (
          <MetricTiles
            figures={serviceMetrics}
            values={metrics}
            current={metric.name}
            onPick={(picked) => void navigate({ search: (before) => ({ ...before, metric: picked }) })}
          />
        )}
      </Answer>
      <Panel title={`${metric.label} over time`} intro={metric.about}>
        <Answer of={over} what={`${metric.label} over time`}>
          {({ buckets }) => <ServiceChart metric={metric.name} buckets={buckets} />}
        </Answer>
      </Panel>
    </>
  );
}

const COUNTED = ['totalRequests', 'totalPredictions', 'slowRequests', 'numConsumers'];

/** Counts as bars, everything else as a line. */
function ServiceChart({ metric, buckets }: { metric: string; buckets: ServiceStatsOverTime['buckets'] }) {
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
