import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Confusion, insightQueries } from '../../../api/models.ts';
import { Answer } from '../../../parts/answer.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { share, whole } from '../../../parts/format-number.ts';
import { Panel } from '../../../parts/panel.tsx';
import type { ShownModel } from '../model-frame.tsx';

const MOST = 30;

/** Which classes are taken for which. */
export function Confusions({ about }: ShownModel) {
  const confusion = useQuery(insightQueries.confusion(about));
  return (
    <Panel title="Confusion" intro="A row for each class that was, a column for each that was said.">
      <Answer of={confusion} what="the confusion">
        {({ charts }) => {
          const chart = charts.find(({ source }) => source === 'validation') ?? charts[0];
          return chart ? <Matrix data={chart.data} /> : 'The model was judged on no data.';
        }}
      </Answer>
    </Panel>
  );
}

function Matrix({ data: { classes, confusionMatrix, classMetrics } }: { data: Confusion['data'] }) {
  const shown = classes.slice(0, MOST);
  return (
    <DataTable
      label="Confusion"
      columns={['Was', ...shown.map((name) => `said ${name}`), 'Recall', 'Precision']}
      numeric={[...shown.map((name) => `said ${name}`), 'Recall', 'Precision']}
      minWidth={160 + shown.length * 90}
    >
      {shown.map((name, row) => {
        const figures = classMetrics.find(({ className }) => className === name);
        return (
          <Table.Tr key={name} className="confusion">
            <Table.Th scope="row">{name}</Table.Th>
            {shown.map((said, column) => (
              <Table.Td key={said} fw={row === column ? 650 : 400}>
                {whole(confusionMatrix[row]?.[column])}
              </Table.Td>
            ))}
            <Table.Td>{share(figures?.recall)}</Table.Td>
            <Table.Td>{share(figures?.precision)}</Table.Td>
          </Table.Tr>
        );
      })}
    </DataTable>
  );
}
