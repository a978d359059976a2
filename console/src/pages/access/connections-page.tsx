import { Button, Paper, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type AclConnection, connectionCalls, connectionQueries } from '../../api/acl-connections.ts';
import { Answer } from '../../parts/answer.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { CreateConnection } from './create-connection.tsx';
import { FreshnessLamp } from './freshness-lamp.tsx';
import { providerName } from './providers.ts';

export function ConnectionsPage() {
  const [offset, setOffset] = useState(0);
  const window = { offset, limit: PAGE_SIZE };
  const connections = useQuery(connectionQueries.list(window));
  const [creating, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  return (
    <Page
      title="Access sync"
      intro="Who may read which document at your providers, mirrored here and never changed there. Answers show nobody more than they may open."
      calls={[connectionCalls.list(window)]}
      actions={
        <Button size="xs" onClick={open}>
          Create connection
        </Button>
      }
    >
      <Paper withBorder>
        <Answer of={connections} what="the connections">
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <EmptyState
                icon="access"
                title="No connections yet"
                action={<Button onClick={open}>Create the first connection</Button>}
              >
                Connect a Drive with its directory, or the sites and drives of a tenant. Only reading is asked for.
              </EmptyState>
            ) : (
              <>
                <ConnectionTable connections={data} />
                <Paging offset={offset} count={count} total={totalCount} what="connections" onOffset={setOffset} />
              </>
            )
          }
        </Answer>
      </Paper>
      {creating && (
        <CreateConnection
          onClose={close}
          onDone={({ id }) =>
            void navigate({ to: '/access/$connectionId', params: { connectionId: id }, search: { tab: 'status' } })
          }
        />
      )}
    </Page>
  );
}

function ConnectionTable({ connections }: { connections: readonly AclConnection[] }) {
  return (
    <DataTable
      label="Connections"
      columns={['Name', 'Provider', 'State', 'Looks every', 'Created']}
      numeric={['Looks every']}
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
  return status.data ? <FreshnessLamp status={status.data} /> : null;
}
