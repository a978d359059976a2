import { Group, Paper, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { type Deployment, deploymentKey } from '../../../api/deployments.ts';
import { type CustomMetric, metricCalls, type NewMetric, type Selection } from '../../../api/monitoring.ts';
import { HeadButton, PickButton, RowMenu } from '../../../parts/actions.tsx';
import { TimeChart } from '../../../parts/chart/bucket-chart.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { DeleteDialog, FormDialog } from '../../../parts/dialogs.tsx';
import { ChoiceField, LongTextField, NameInput, NumberField, TextField, useFields } from '../../../parts/fields.tsx';
import { figure, whole } from '../../../parts/format.ts';
import { EmptyState, Panel, Reply } from '../../../parts/panel.tsx';
import { Small } from '../../../parts/text.tsx';
import { DeploymentFrame } from '../deployment-frame.tsx';
import { PeriodPicker, usePeriod } from '../period-picker.tsx';

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
  const create = (
    <HeadButton
      label="Create a metric"
      primary
      needs={{ object: 'deployment', id, need: 'write' }}
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
                    needs: metricCalls.report(id, metric.id, deployment.model.id, {
                      value: 0,
                      sampleSize: 1,
                      timestamp: '',
                    }),
                    dialog: (close) => <ReportValue deployment={deployment} metric={metric} onClose={close} />,
                  },
                  {
                    label: 'Delete',
                    needs: metricCalls.remove(id, metric.id),
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

interface MetricListProps {
  readonly deploymentId: string;
  readonly metrics: readonly CustomMetric[];
  readonly asked: Selection;
  readonly chosen: string;
  readonly aside: ReactNode;
  readonly onPick: (id: string) => void;
  readonly actionsOf: (metric: CustomMetric) => ComponentProps<typeof RowMenu>['actions'];
}

/** Each metric over the period, against its baseline. */
export function MetricList({ deploymentId, metrics, asked, chosen, aside, onPick, actionsOf }: MetricListProps) {
  const summary = useCall(metricCalls.summary(deploymentId, asked), { keepPrevious: true });
  const figures = new Map(summary.data?.metrics.map((one) => [one.id, one]));
  return (
    <Panel title="Metrics" aside={aside}>
      <DataTable
        label="Custom metrics"
        rows={metrics}
        idOf={({ id }) => id}
        columns={[
          {
            name: 'Metric',
            cell: ({ id, name, description }) => (
              <>
                <PickButton text={name} chosen={id === chosen} onPick={() => onPick(id)} />
                <Small>{description}</Small>
              </>
            ),
          },
          { name: 'Value', numeric: true, cell: ({ id, units }) => valueText(figures.get(id)?.value, units) },
          { name: 'Baseline', numeric: true, cell: ({ baselineValues }) => figure(baselineValues[0]?.value) },
          { name: 'Change', numeric: true, cell: ({ id }) => changeText(figures.get(id)?.percentChange) },
          { name: 'Samples', numeric: true, cell: ({ id }) => whole(figures.get(id)?.sampleCount) },
          { name: '', cell: (metric) => <RowMenu of={metric.name} actions={actionsOf(metric)} /> },
        ]}
      />
    </Panel>
  );
}

const valueText = (value: number | null = null, units: string): string =>
  value === null ? '–' : `${figure(value)} ${units}`;
const changeText = (change: number | null = null): string =>
  change === null ? '–' : `${change > 0 ? '+' : ''}${figure(change)} %`;

/** The part of a metric that this form edits. */
type Draft = Required<Pick<NewMetric, 'name' | 'units' | 'isModelSpecific'>> & {
  readonly type: 'average' | 'sum' | 'gauge';
  readonly directionality: 'higherIsBetter' | 'lowerIsBetter';
  readonly description: string;
  readonly baselineValues: readonly { readonly value: number }[];
};

const types = [
  { value: 'average', label: 'averaged' },
  { value: 'sum', label: 'added up' },
  { value: 'gauge', label: 'the newest one' },
] as const;
const directions = [
  { value: 'higherIsBetter', label: 'high' },
  { value: 'lowerIsBetter', label: 'low' },
] as const;

const FIRST: Draft = {
  name: '',
  units: '',
  type: 'average',
  directionality: 'higherIsBetter',
  description: '',
  isModelSpecific: true,
  baselineValues: [],
};

export function CreateMetric({ deploymentId, onClose }: { deploymentId: string; onClose: () => void }) {
  const { values, set, field } = useFields(FIRST);
  return (
    <FormDialog
      title="Create a custom metric"
      onClose={onClose}
      submit="Create"
      call={() => metricCalls.create(deploymentId, values)}
      refresh={[deploymentKey(deploymentId)]}
      refused="No metric was created"
    >
      <NameInput {...field('name')} />
      <Group grow align="flex-start">
        <TextField label="Unit" placeholder="EUR" {...field('units')} required />
        <NumberField
          label="Baseline"
          placeholder="Optional"
          value={values.baselineValues[0]?.value ?? ''}
          onChange={(value) => set({ baselineValues: value === '' ? [] : [{ value }] })}
        />
      </Group>
      <Group grow>
        <ChoiceField label="Values of an hour are" data={types} {...field('type')} />
        <ChoiceField label="Good is" data={directions} {...field('directionality')} />
      </Group>
      <LongTextField label="Description" description="Optional" {...field('description')} />
    </FormDialog>
  );
}
