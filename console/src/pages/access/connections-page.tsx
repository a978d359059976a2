import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type AclConnection, connectionCalls, connectionQueries } from '../../api/access.ts';

import { RowLink } from '../../parts/actions.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { ConnectionDialog } from './connection-dialog.tsx';
import { FreshnessBadge, providerName } from './connection-state.tsx';

export function ConnectionsPage() {
  const navigate = useNavigate();
  return (
    <ListPage
      title="Access sync"
      intro="Who may read which document at your providers, mirrored here and never changed there. Answers show nobody more than they may open."
      what="connections"
      icon="access"
      list={connectionCalls.list}
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
      {(rows) => <DataTable label="Connections" rows={rows} idOf={(one) => one.id} columns={columns} />}
    </ListPage>
  );
}

const columns: readonly Column<AclConnection>[] = [
  {
    name: 'Name',
    cell: (one) => <RowLink to="/access/$connectionId" params={{ connectionId: one.id }} text={one.name} />,
  },
  { name: 'Provider', cell: (one) => providerName(one.provider) },
  { name: 'State', cell: (one) => <ConnectionState id={one.id} /> },
  { name: 'Poll interval', numeric: true, cell: (one) => `${one.pollSeconds} s` },
  { name: 'Created', cell: (one) => <Timestamp iso={one.createdAt} /> },
];

/** Arrives after the list: the list itself does not tell. */
function ConnectionState({ id }: { id: string }) {
  const status = useQuery(connectionQueries.status(id));
  return status.data ? <FreshnessBadge status={status.data} /> : null;
}
