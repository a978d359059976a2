import { Badge, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { registryCalls } from '../../api/registry.ts';
import { Answer } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

/** Where versions serve, served, or are compared. */
export function VersionDeployments({ registeredModelId }: { registeredModelId: string }) {
  const deployments = useQuery(callQuery(registryCalls.deployments(registeredModelId)));
  return (
    <Panel title="Deployments">
      <Answer of={deployments} what="the deployments">
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon="rocket" title="No version is deployed">
              Deploy one above: it then serves predictions at its own URL.
            </EmptyState>
          ) : (
            <DataTable label="Deployments" columns={['Deployment', 'Version', 'Now', 'First deployed']}>
              {data.map((one) => (
                <Table.Tr key={`${one.id} ${one.registeredModelVersion}`}>
                  <Table.Td>
                    <Link to="/deployments/$deploymentId" params={{ deploymentId: one.id }} className="row-link">
                      {one.label}
                    </Link>
                  </Table.Td>
                  <Table.Td>{`Version ${one.registeredModelVersion}`}</Table.Td>
                  <Table.Td>
                    <Badge color={one.currentlyDeployed ? 'almanac' : 'gray'}>
                      {one.isChallenger ? 'challenger' : one.currentlyDeployed ? one.status : 'replaced'}
                    </Badge>
                  </Table.Td>
                  <Table.Td>
                    <Timestamp iso={one.firstDeployedAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
          )
        }
      </Answer>
    </Panel>
  );
}
