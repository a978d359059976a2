import { Badge, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../api/call-query.ts';
import { deploymentCalls, type PastModel } from '../../../api/deployments.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { Answer, Panel } from '../../../parts/panel.tsx';
import { Timestamp } from '../../../parts/timestamp.tsx';

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

/** Why a model is replaced, as the API names it and as people say it. */
export const reasons = [
  { value: 'ACCURACY', label: 'Accuracy' },
  { value: 'DATA_DRIFT', label: 'Data drift' },
  { value: 'ERRORS', label: 'Errors' },
  { value: 'SCHEDULED_REFRESH', label: 'Scheduled refresh' },
  { value: 'SCORING_SPEED', label: 'Scoring speed' },
  { value: 'OTHER', label: 'Other' },
] as const;
export type Reason = (typeof reasons)[number]['value'];

const reasonText = (reason: string | null): string =>
  reason === null ? '' : (reasons.find(({ value }) => value === reason)?.label ?? reason);
