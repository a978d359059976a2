import { Group, Paper, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { type CustomMetric, metricCalls, type Selection } from '../../../api/monitoring.ts';
import { HeadButton } from '../../../parts/actions.tsx';
import { TimeChart } from '../../../parts/chart/bucket-chart.tsx';
import { DeleteDialog, FormDialog } from '../../../parts/dialogs.tsx';
import { NumberField, useFields } from '../../../parts/fields.tsx';
import { EmptyState, Panel, Reply } from '../../../parts/panel.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { may } from '../may.ts';

import { PeriodPicker, usePeriod } from '../period-picker.tsx';
import { CreateMetric } from './create-metric.tsx';
import { MetricList } from './metric-list.tsx';

export function MetricsPage() {
  const asked = usePeriod(useSearch({ from: '/signed-in/deployments/$deploymentId/metrics' }));
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
  const create = may(deployment, 'CAN_UPDATE_DEPLOYMENT_SETTINGS') && (
    <HeadButton
      label="Create a metric"
      primary
      dialog={(close) => <CreateMetric deploymentId={id} onClose={close} />}
    />
  );
  return (
    <Stack gap="lg">
      <Reply to={metricCalls.list(id)} what="the custom metrics">
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
                actionsOf={(metric) => [
                  {
                    label: 'Report a value',
                    dialog: (close) => <ReportValue deployment={deployment} metric={metric} onClose={close} />,
                  },
                  {
                    label: 'Delete',
                    dangerous: true,
                    dialog: (close) => <DeleteMetric deploymentId={id} metric={metric} onClose={close} />,
                  },
                ]}
              />
              <MetricPanel deploymentId={id} metric={shown} asked={asked} />
            </>
          );
        }}
      </Reply>
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
  const baseline = metric.baselineValues[0]?.value;
  return (
    <Panel title={`${metric.name} over time`} intro={`In ${metric.units}`}>
      <Reply to={metricCalls.overTime(deploymentId, metric.id, asked)} keepPrevious what={`${metric.name} over time`}>
        {({ buckets }) => (
          <TimeChart
            label={`${metric.name} over time`}
            name={metric.name}
            buckets={buckets}
            mark={baseline === undefined ? undefined : { name: 'baseline', value: baseline }}
            bars={metric.type === 'sum'}
            zero
          />
        )}
      </Reply>
    </Panel>
  );
}

interface ReportValueProps {
  readonly deployment: Deployment;
  readonly metric: CustomMetric;
  readonly onClose: () => void;
}

function ReportValue({ deployment, metric, onClose }: ReportValueProps) {
  const { values, field } = useFields({ value: '' as number | '', sampleSize: 1 as number | '' });
  return (
    <FormDialog
      title={`Report ${metric.name}`}
      onClose={onClose}
      submit="Report it"
      call={() =>
        metricCalls.report(deployment.id, metric.id, deployment.model.id, {
          value: Number(values.value),
          sampleSize: Number(values.sampleSize),
          timestamp: new Date().toISOString(),
        })
      }
      refresh={[deploymentKey(deployment.id)]}
      refused="Nothing was reported"
    >
      <Group grow align="flex-start">
        <NumberField
          label={`Value, ${metric.units}`}
          description="As of now"
          {...field('value')}
          required
          data-autofocus
        />
        <NumberField label="Samples" description="What it was measured on" min={1} {...field('sampleSize')} required />
      </Group>
    </FormDialog>
  );
}
