import { Table, UnstyledButton } from '@mantine/core';
import type { Accuracy } from '../../../api/monitoring.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { figure, whole } from '../../../parts/format-number.ts';
import { Panel } from '../../../parts/panel.tsx';

interface MetricTableProps {
  readonly accuracy: Accuracy;
  readonly chosen: string;
  readonly onPick: (metric: string) => void;
}

const columns = ['Metric', 'Now', 'In training', 'Change', 'Rows'];

const changeText = (percent: number | null): string =>
  percent === null ? '–' : `${percent >= 0.005 ? '+' : ''}${Number(percent.toFixed(2)) + 0} %`;

/** Every metric now, against the model's own on held-out training rows. */
export function MetricTable({ accuracy, chosen, onPick }: MetricTableProps) {
  const { data, rowCountTotal, rowCountWithActual } = accuracy;
  return (
    <Panel
      title="Now and in training"
      intro={`${whole(rowCountWithActual)} of ${whole(rowCountTotal)} predictions have been matched with what happened.`}
    >
      <DataTable label="Metrics" columns={columns} numeric={columns.slice(1)} minWidth={480}>
        {data.map(({ metricName, value, baselineValue, percentChange, sampleSize }) => (
          <Table.Tr key={metricName}>
            <Table.Td>
              <UnstyledButton
                className="row-link"
                fz="sm"
                aria-pressed={metricName === chosen}
                onClick={() => onPick(metricName)}
              >
                {metricName}
              </UnstyledButton>
            </Table.Td>
            {[figure(value), figure(baselineValue), changeText(percentChange), whole(sampleSize)].map((text, at) => (
              <Table.Td key={columns[at + 1]} ta="right" className="number">
                {text}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </DataTable>
    </Panel>
  );
}
