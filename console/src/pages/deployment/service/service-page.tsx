import { Group, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { monitoringCalls, type Selection } from '../../../api/monitoring.ts';
import { TimeChart } from '../../../parts/chart/bucket-chart.tsx';

import { ChoiceField } from '../../../parts/fields.tsx';
import { MetricTiles } from '../../../parts/metric-tiles.tsx';
import { Answer, Panel, Reply } from '../../../parts/panel.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import type { PeriodSearch } from '../period.ts';
import { PeriodPicker, usePeriod } from '../period-picker.tsx';
import { metricNamed, QUANTILES, serviceMetrics } from './service-metrics.ts';

const attributes = [
  { value: 'DataRobot-Consumer', label: 'Consumer' },
  { value: 'DataRobot-Remote-IP', label: 'Address of the caller' },
  { value: 'DataRobot-Host-IP', label: 'Address of the server' },
];

export function ServicePage() {
  const search = useSearch({ from: '/signed-in/deployments/$deploymentId/service' });
  const [quantile, setQuantile] = useState('0.5');
  const asked = usePeriod(search);
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
      <ChoiceField size="xs" w={110} label="Times are" data={QUANTILES} value={quantile} onChange={onQuantile} />
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
  const over = useCall(monitoringCalls.serviceOverTime(deploymentId, asked, metric.name, quantile), {
    keepPrevious: true,
  });
  return (
    <>
      <Reply to={monitoringCalls.service(deploymentId, asked, quantile)} keepPrevious what="the figures">
        {({ metrics }) => (
          <MetricTiles
            figures={serviceMetrics}
            values={metrics}
            current={metric.name}
            onPick={(picked) => void navigate({ search: (before) => ({ ...before, metric: picked }) })}
          />
        )}
      </Reply>
      <Panel title={`${metric.label} over time`} intro={metric.about}>
        <Answer of={over} what={`${metric.label} over time`}>
          {({ buckets }) => (
            <TimeChart
              label={`${metric.label} over time`}
              name={metric.label}
              buckets={buckets}
              bars={COUNTED.includes(metric.name)}
              write={metric.write}
              zero
              height={260}
            />
          )}
        </Answer>
      </Panel>
    </>
  );
}

/** Counts are bars, everything else is a line. */
const COUNTED = ['totalRequests', 'totalPredictions', 'slowRequests', 'numConsumers'];
