import { Button, Group, NumberInput, Paper, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { callQuery, useChange } from '../../../api/call-query.ts';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import {
  type CustomMetric,
  type MetricOverTime,
  metricCalls,
  type ReportedValue,
  type Selection,
} from '../../../api/monitoring.ts';
import { BucketChart } from '../../../parts/chart/bucket-chart.tsx';
import { DeleteDialog, FormDialog } from '../../../parts/dialogs.tsx';
import { Answer, EmptyState, Panel } from '../../../parts/panel.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';
import { bucketText, selectionOf } from '../period.ts';
import { PeriodPicker } from '../period-picker.tsx';
import { CreateMetric } from './create-metric.tsx';
import { MetricList } from './metric-list.tsx';

type Dialog = 'create' | { readonly action: 'report' | 'delete'; readonly metric: CustomMetric };

export function MetricsPage() {
  const { days } = useSearch({ from: '/signed-in/deployments/$deploymentId/metrics' });
  const asked = useMemo(() => selectionOf(days ? { days } : {}, new Date()), [days]);
  return (
    <DeploymentFrame part="Metrics" calls={(id) => [metricCalls.list(id), metricCalls.summary(id, asked)]}>
      {(deployment) => <Metrics deployment={deployment} asked={asked} />}
    </DeploymentFrame>
  );
}

function Metrics({ deployment, asked }: { deployment: Deployment; asked: Selection }) {
  const { id } = deployment;
  const search = useSearch({ from: '/signed-in/deployments/$deploymentId/metrics' });
  const navigate = useNavigate({ from: '/deployments/$deploymentId/metrics' });
  const metrics = useQuery(callQuery(metricCalls.list(id)));
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const create = may(deployment, 'CAN_UPDATE_DEPLOYMENT_SETTINGS') && (
    <Button size="xs" onClick={() => setDialog('create')}>
      Create a metric
    </Button>
  );
  return (
    <Stack gap="lg">
      <Answer of={metrics} what="the custom metrics">
        {({ data }) => {
          if (data.length === 0) {
            return (
              <Paper withBorder>
                <EmptyState icon="gauge" title="No custom metrics yet" action={create}>
                  Watch what matters to you beside accuracy: money saved, complaints, calls to a help desk. Create a
                  metric, then report its values from a script or here.
                </EmptyState>
              </Paper>
            );
          }
          const shown = data.find((metric) => metric.id === search.metric) ?? (data[0] as CustomMetric);
          return (
            <>
              <PeriodPicker
                deploymentId={id}
                search={search}
                attributes={[]}
                onChange={({ days }) =>
                  void navigate({ search: (before) => ({ ...before, ...(days ? { days } : {}) }) })
                }
              />
              <MetricList
                deploymentId={id}
                metrics={data}
                asked={asked}
                chosen={shown.id}
                aside={create}
                onPick={(metric) => void navigate({ search: (before) => ({ ...before, metric }), resetScroll: false })}
                onReport={(metric) => setDialog({ action: 'report', metric })}
                onDelete={(metric) => setDialog({ action: 'delete', metric })}
              />
              <MetricPanel deploymentId={id} metric={shown} asked={asked} />
            </>
          );
        }}
      </Answer>
      {dialog === 'create' && <CreateMetric deploymentId={id} onClose={close} />}
      {typeof dialog === 'object' && dialog.action === 'report' && (
        <ReportValue deployment={deployment} metric={dialog.metric} onClose={close} />
      )}
      {typeof dialog === 'object' && dialog.action === 'delete' && (
        <DeleteMetric deploymentId={id} metric={dialog.metric} onClose={close} />
      )}
    </Stack>
  );
}

interface DeleteMetricProps {
  readonly deploymentId: string;
  readonly metric: CustomMetric;
  readonly onClose: () => void;
}

function DeleteMetric({ deploymentId, metric, onClose }: DeleteMetricProps) {
  return (
    <DeleteDialog
      name={metric.name}
      kind="metric"
      call={metricCalls.remove(deploymentId, metric.id)}
      refresh={[deploymentKey(deploymentId)]}
      onClose={onClose}
    >
      Its values are lost. This cannot be undone.
    </DeleteDialog>
  );
}

interface MetricPanelProps {
  readonly deploymentId: string;
  readonly metric: CustomMetric;
  readonly asked: Selection;
}

function MetricPanel({ deploymentId, metric, asked }: MetricPanelProps) {
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

interface ReportValueProps {
  readonly deployment: Deployment;
  readonly metric: CustomMetric;
  readonly onClose: () => void;
}

function ReportValue({ deployment, metric, onClose }: ReportValueProps) {
  const [value, setValue] = useState<string | number>('');
  const [sampleSize, setSampleSize] = useState<string | number>(1);
  const report = useChange(
    (one: ReportedValue) => metricCalls.report(deployment.id, metric.id, deployment.model.id, one),
    { refresh: [deploymentKey(deployment.id)], onDone: onClose },
  );
  return (
    <FormDialog
      title={`Report ${metric.name}`}
      onClose={onClose}
      submit="Report it"
      onSubmit={() =>
        report.mutate({ value: Number(value), sampleSize: Number(sampleSize), timestamp: new Date().toISOString() })
      }
      busy={report.isPending}
      problem={report.error}
      refused="Nothing was reported"
    >
      <Group grow align="flex-start">
        <NumberInput
          label={`Value, ${metric.units}`}
          description="As of now"
          value={value}
          onChange={setValue}
          required
          data-autofocus
        />
        <NumberInput
          label="Samples"
          description="What it was measured on"
          min={1}
          value={sampleSize}
          onChange={setSampleSize}
          required
        />
      </Group>
    </FormDialog>
  );
}
