import { Button, Paper, Table } from '@mantine/core';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { hasDeprecatedTable, installationQuery, isPredictionsAdmin, queries } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { type DeprecatedRequest, usageCalls } from '../../api/quotas.ts';
import { exchange } from '../../api/send.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { download } from '../../parts/download.ts';
import { whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, ProblemNote } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { NotFoundPage } from '../problem-page.tsx';

/** On self-managed release 6.1, for those who may; anywhere else there is no such page. */
export function ManagePredictionsPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const installation = useQuery(installationQuery());
  if (!isPredictionsAdmin(account)) return <NotFoundPage />;
  return (
    <Answer of={installation} what="the kind of this installation">
      {(here) => (hasDeprecatedTable(here) ? <DeprecatedRequests /> : <NotFoundPage />)}
    </Answer>
  );
}

function DeprecatedRequests() {
  const requests = useQuery(callQuery(usageCalls.deprecated()));
  const save = useMutation({
    mutationFn: async () => (await exchange(usageCalls.deprecatedAsCsv())).blob(),
    onSuccess: (file) => download(file, 'deprecated-requests.csv'),
  });
  return (
    <Page
      title="Manage Predictions"
      intro="Requests to deprecated routes, the hundred most recent. Each request of each user is a line of its own; move them to the current routes before release 6.2."
      calls={[usageCalls.deprecated(), usageCalls.deprecatedAsCsv()]}
      actions={
        <Button size="xs" variant="default" onClick={() => save.mutate()} loading={save.isPending}>
          Export CSV
        </Button>
      }
    >
      <ProblemNote problem={save.error} title="The file was not made" />
      <Paper withBorder>
        <Answer of={requests} what="the requests">
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon="check" title="Nobody uses a deprecated route">
                As soon as somebody does, the request is listed here with who made it and how often.
              </EmptyState>
            ) : (
              <RequestTable requests={data} />
            )
          }
        </Answer>
      </Paper>
    </Page>
  );
}

function RequestTable({ requests }: { requests: readonly DeprecatedRequest[] }) {
  return (
    <DataTable
      label="Requests to deprecated routes"
      columns={['Last Used', 'Request', 'Username', 'Total Use Count']}
      numeric={['Total Use Count']}
    >
      {requests.map((one) => (
        <Table.Tr key={`${one.username} ${one.request}`}>
          <Table.Td>
            <Timestamp iso={one.lastUsed} />
          </Table.Td>
          <Table.Td className="fact" ff="monospace" fz="xs">
            {one.request}
          </Table.Td>
          <Table.Td>{one.username}</Table.Td>
          <Table.Td ta="right" className="number">
            {whole(one.totalUseCount)}
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
