import { Table, Text, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { type CustomMetric, type MetricFigure, metricCalls, type Selection } from '../../../api/monitoring.ts';
import { DataTable, RowMenu } from '../../../parts/data-table.tsx';
import { figure, whole } from '../../../parts/format.ts';
import { Panel } from '../../../parts/panel.tsx';

interface MetricListProps {
  readonly deploymentId: string;
  readonly metrics: readonly CustomMetric[];
  readonly asked: Selection;
  readonly chosen: string;
  readonly aside: ReactNode;
  readonly onPick: (id: string) => void;
  readonly onReport: (metric: CustomMetric) => void;
  readonly onDelete: (metric: CustomMetric) => void;
}

const columns = ['Metric', 'Value', 'Baseline', 'Change', 'Samples', ''];

/** Each metric over the period, against its baseline. */
export function MetricList({ deploymentId, metrics, asked, chosen, aside, ...on }: MetricListProps) {
  const summary = useQuery({
    ...callQuery(metricCalls.summary(deploymentId, asked)),
    placeholderData: keepPreviousData,
  });
  const figures = new Map(summary.data?.metrics.map((one) => [one.id, one]));
  return (
    <Panel title="Metrics" aside={aside}>
      <DataTable label="Custom metrics" columns={columns} numeric={['Value', 'Baseline', 'Change', 'Samples']}>
        {metrics.map((metric) => (
          <Table.Tr key={metric.id}>
            <Table.Td>
              <UnstyledButton
                className="row-link"
                fz="sm"
                aria-pressed={metric.id === chosen}
                onClick={() => on.onPick(metric.id)}
              >
                {metric.name}
              </UnstyledButton>
              <Text size="xs" c="dimmed">
                {metric.description}
              </Text>
            </Table.Td>
            <Cells metric={metric} figures={figures.get(metric.id)} />
            <Table.Td ta="right">
              <RowMenu
                of={metric.name}
                actions={[
                  { label: 'Report a value', onChoose: () => on.onReport(metric) },
                  { label: 'Delete', onChoose: () => on.onDelete(metric), dangerous: true },
                ]}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Panel>
  );
}

function Cells({ metric, figures }: { metric: CustomMetric; figures: MetricFigure | undefined }) {
  const value = figures?.value ?? null;
  const change = figures?.percentChange ?? null;
  const texts = {
    value: value === null ? '–' : `${figure(value)} ${metric.units}`,
    baseline: figure(metric.baselineValues[0]?.value),
    change: change === null ? '–' : `${change > 0 ? '+' : ''}${figure(change)} %`,
    samples: whole(figures?.sampleCount),
  };
  return Object.entries(texts).map(([name, text]) => (
    <Table.Td key={name} ta="right" className="number">
      {text}
    </Table.Td>
  ));
}
