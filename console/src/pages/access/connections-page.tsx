import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type AclConnection, connectionCalls, connectionQueries } from '../../api/access.ts';
import { callQuery } from '../../api/call-query.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ListPage, usePlace } from '../../parts/list-page.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { FreshnessBadge, providerName } from './connection-state.tsx';

export function ConnectionsPage() {
  const place = usePlace();
  const connections = useQuery(callQuery(connectionCalls.list(place.window)));
  const navigate = useNavigate();
  return (
    <ListPage
      title="Access sync"
      intro="Who may read which document at your providers, mirrored here and never changed there. Answers show nobody more than they may open."
      calls={[connectionCalls.list(place.window)]}
      what="connections"
      icon="access"
      of={connections}
      place={place}
      empty="Connect Google Drive, or SharePoint and OneDrive. Only read access is needed."
      create={{
        label: 'Create connection',
        first: 'Create the first connection',
        dialog: (close) => (
          <ConnectionDialog
            onClose={close}
            onDone={({ id }) =>
              void navigate({ to: '/access/$connectionId', params: { connectionId: id }, search: { tab: 'status' } })
            }
          />
        ),
      }}
    >
      {(rows) => <ConnectionTable connections={rows} />}
    </ListPage>
  );
}

function ConnectionTable({ connections }: { connections: readonly AclConnection[] }) {
  return (
    <DataTable
      label="Connections"
      columns={['Name', 'Provider', 'State', 'Poll interval', 'Created']}
      numeric={['Poll interval']}
    >
      {connections.map((one) => (
        <Table.Tr key={one.id}>
          <Table.Td>
            <Link to="/access/$connectionId" params={{ connectionId: one.id }} className="row-link">
              {one.name}
            </Link>
          </Table.Td>
          <Table.Td>{providerName(one.provider)}</Table.Td>
          <Table.Td>
            <ConnectionState id={one.id} />
          </Table.Td>
          <Table.Td ta="right" className="number">{`${one.pollSeconds} s`}</Table.Td>
          <Table.Td>
            <Timestamp iso={one.createdAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** Arrives after the list: the list itself does not tell. */
function ConnectionState({ id }: { id: string }) {
  const status = useQuery(connectionQueries.status(id));
  return status.data ? <FreshnessBadge status={status.data} /> : null;
}
