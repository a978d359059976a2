import { Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hasDeprecatedTable, installationQuery, isPredictionsAdmin, useAccount } from '../../api/accounts.ts';
import { type DeprecatedRequest, usageCalls } from '../../api/quotas.ts';

import { HeadButton } from '../../parts/actions.tsx';
import { useDownload } from '../../parts/copy-text.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, ProblemNote, Reply } from '../../parts/panel.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { NotFoundPage } from '../problem-page.tsx';

/** On self-managed release 6.1, for those who may; anywhere else there is no such page. */
export function ManagePredictionsPage() {
  const account = useAccount();
  const installation = useQuery(installationQuery());
  if (!isPredictionsAdmin(account)) return <NotFoundPage />;
  return (
    <Answer of={installation} what="the kind of this installation">
      {(here) => (hasDeprecatedTable(here) ? <DeprecatedRequests /> : <NotFoundPage />)}
    </Answer>
  );
}

function DeprecatedRequests() {
  const save = useDownload('deprecated-requests.csv');
  return (
    <Page
      title="Manage Predictions"
      intro="Requests to deprecated routes, the hundred most recent. Each request of each user is a line of its own; move them to the current routes before release 6.2."
      calls={[usageCalls.deprecated(), usageCalls.deprecatedAsCsv()]}
      actions={
        <HeadButton
          label="Export CSV"
          busy={save.isPending}
          onClick={() => save.mutate(usageCalls.deprecatedAsCsv())}
        />
      }
    >
      <ProblemNote problem={save.error} title="The file was not made" />
      <Paper withBorder>
        <Reply to={usageCalls.deprecated()} what="the requests">
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon="check" title="Nobody uses a deprecated route">
                As soon as somebody does, the request is listed here with who made it and how often.
              </EmptyState>
            ) : (
              <DataTable
                label="Requests to deprecated routes"
                rows={data}
                idOf={(one) => `${one.username} ${one.request}`}
                columns={columns}
              />
            )
          }
        </Reply>
      </Paper>
    </Page>
  );
}

const columns: readonly Column<DeprecatedRequest>[] = [
  { name: 'Last Used', cell: (one) => <Timestamp iso={one.lastUsed} /> },
  {
    name: 'Request',
    className: 'fact',
    cell: (one) => (
      <Text ff="monospace" fz="xs">
        {one.request}
      </Text>
    ),
  },
  { name: 'Username', cell: (one) => one.username },
  { name: 'Total Use Count', numeric: true, cell: (one) => whole(one.totalUseCount) },
];
