import type { ComponentProps, ReactNode } from 'react';
import { useCall } from '../../../api/call-query.ts';
import { type CustomMetric, metricCalls, type Selection } from '../../../api/monitoring.ts';
import { PickButton, RowMenu } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { figure, whole } from '../../../parts/format.ts';
import { Panel } from '../../../parts/panel.tsx';
import { Small } from '../../../parts/text.tsx';

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
