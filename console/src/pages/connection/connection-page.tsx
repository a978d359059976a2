import { Code, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { connectionCalls, graphCalls } from '../../api/access.ts';
import { useCall } from '../../api/call-query.ts';
import { PAGE_SIZE, PagedReply } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Panel } from '../../parts/panel.tsx';
import { TabRow } from '../../parts/part-links.tsx';
import { Timestamp } from '../../parts/text.tsx';
import { providerName } from '../access/connection-state.tsx';
import { BrowseTab } from './browse/browse-tab.tsx';
import { inWords } from './changes/in-words.ts';
import { ConnectionActions } from './connection-actions.tsx';
import { PrincipalsTab } from './principals/principals-tab.tsx';
import { StatusTab } from './status/status-tab.tsx';
import { WhyTab } from './why/why-tab.tsx';
import './connection.css';

import { DataTable } from '../../parts/data-table.tsx';

const FROM = '/signed-in/access/$connectionId';
const first = { offset: 0, limit: PAGE_SIZE };

export function ConnectionPage() {
  const { connectionId } = useParams({ from: FROM });
  const { tab: asked, user, itemId } = useSearch({ from: FROM });
  // A link that asks about somebody needs to name no tab.
  const tab = asked ?? (user === undefined && itemId === undefined ? 'status' : 'why');
  const navigate = useNavigate({ from: '/access/$connectionId' });
  const connection = useCall(connectionCalls.one(connectionId));
  const why = user !== undefined && itemId !== undefined ? graphCalls.access(connectionId, user, itemId) : undefined;
  const shown = {
    status: connectionCalls.status(connectionId),
    browse: graphCalls.items(connectionId, { ...first, top: true }),
    principals: graphCalls.principals(connectionId, first),
    changes: graphCalls.changes(connectionId, first),
    why: why ?? graphCalls.access(connectionId, 'somebody@example.org', 'item'),
  };
  return (
    <Page
      title={connection.data?.name ?? 'Connection'}
      intro={connection.data && providerName(connection.data.provider)}
      calls={[connectionCalls.one(connectionId), shown[tab as keyof typeof shown] ?? shown.status]}
      actions={connection.data && <ConnectionActions connection={connection.data} />}
    >
      <Answer of={connection} what="this connection">
        {() => (
          <TabRow
            label="What is known of this connection"
            value={tab}
            onChange={(next) => void navigate({ search: { tab: next } })}
            tabs={[
              { value: 'status', label: 'Status', content: () => <StatusTab connectionId={connectionId} /> },
              { value: 'browse', label: 'Browse', content: () => <BrowseTab connectionId={connectionId} /> },
              {
                value: 'principals',
                label: 'People and groups',
                content: () => <PrincipalsTab connectionId={connectionId} />,
              },
              { value: 'changes', label: 'Changes', content: () => <ChangesTab connectionId={connectionId} /> },
              { value: 'why', label: 'Why can X see Y', content: () => <WhyTab connectionId={connectionId} /> },
            ]}
          />
        )}
      </Answer>
    </Page>
  );
}

function ChangesTab({ connectionId }: { connectionId: string }) {
  return (
    <Panel title="Changes" intro="What changed in what is held, newest first, and what made it known.">
      <PagedReply
        list={(window) => graphCalls.changes(connectionId, window)}
        what="the changes"
        rows="changes"
        empty={
          <EmptyState icon="access" title="Nothing has changed yet">
            Changes at the provider are listed here as soon as they are read.
          </EmptyState>
        }
      >
        {(changes) => (
          <DataTable
            label="Changes"
            minWidth={760}
            rows={changes}
            idOf={({ id }) => String(id)}
            columns={[
              { name: 'When', cell: ({ at }) => <Timestamp iso={at} /> },
              { name: 'What', cell: ({ kind }) => inWords(kind) },
              { name: 'About', className: 'fact', cell: ({ subjectId }) => <Code>{subjectId}</Code> },
              { name: 'Known by', cell: ({ cause }) => inWords(cause) },
              {
                name: 'Details',
                className: 'fact',
                cell: ({ details }) => (
                  <Text size="xs" lineClamp={2}>
                    {Object.keys(details).length === 0 ? '' : JSON.stringify(details)}
                  </Text>
                ),
              },
            ]}
          />
        )}
      </PagedReply>
    </Panel>
  );
}
