import { Badge, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../api/call-query.ts';
import { deploymentCalls, type PastModel } from '../../../api/deployments.ts';
import { Answer } from '../../../parts/answer.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';
import { reasonText } from './reasons.ts';

export function ModelHistory({ deploymentId }: { deploymentId: string }) {
  const history = useQuery(callQuery(deploymentCalls.history(deploymentId)));
  return (
    <Panel title="Models" intro="Which model answered when, and why the next one took its place.">
      <Answer of={history} what="its history">
        {({ data }) => (
          <DataTable label="Models" columns={['Version', 'Model', 'From', 'Until', 'Reason', 'By']} minWidth={760}>
            {data.map((past) => (
              <HistoryRow key={past.deployedAt} past={past} />
            ))}
          </DataTable>
        )}
      </Answer>
    </Panel>
  );
}

function HistoryRow({ past }: { past: PastModel }) {
  return (
    <Table.Tr>
      <Table.Td fw={500}>{past.modelPackageName}</Table.Td>
      <Table.Td>{past.modelType}</Table.Td>
      <Table.Td>
        <Timestamp iso={past.deployedAt} />
      </Table.Td>
      <Table.Td>{past.isCurrent ? <Badge>answers now</Badge> : <Timestamp iso={past.replacedAt} />}</Table.Td>
      <Table.Td>{reasonText(past.reason)}</Table.Td>
      <Table.Td>{past.deployedBy.username}</Table.Td>
    </Table.Tr>
  );
}
