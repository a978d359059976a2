import { graphCalls } from '../../../api/access.ts';
import { RowLink } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { PagedReply } from '../../../parts/list-page.tsx';

import { EmptyState, Panel } from '../../../parts/panel.tsx';

export function Readers({ connectionId, itemId }: { connectionId: string; itemId: string }) {
  return (
    <Panel title="Who can read this document">
      <PagedReply
        list={(window) => graphCalls.readers(connectionId, itemId, window)}
        what="who can read it"
        rows="readers"
        empty={
          <EmptyState icon="user" title="Nobody can read it">
            No grant reaches anybody, or its permissions are not known yet.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            label="Readers"
            minWidth={480}
            rows={rows}
            idOf={(one) => one.id}
            columns={[
              { name: 'Name', className: 'fact', cell: (one) => one.name ?? one.id },
              { name: 'E-mail', className: 'fact', cell: (one) => one.email },
              { name: 'Kind', cell: (one) => one.type },
              {
                name: '',
                cell: (one) =>
                  one.email !== null && (
                    <RowLink
                      to="/access/$connectionId"
                      params={{ connectionId }}
                      search={{ tab: 'why', user: one.email, itemId }}
                      aria-label={`Why ${one.email}`}
                      text="Why"
                    />
                  ),
              },
            ]}
          />
        )}
      </PagedReply>
    </Panel>
  );
}
