import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { connectionCalls, graphCalls } from '../../api/access.ts';
import { callQuery } from '../../api/call-query.ts';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE } from '../../parts/paging.tsx';
import { providerName } from '../access/providers.ts';
import { BrowseTab } from './browse/browse-tab.tsx';
import { ChangesTab } from './changes/changes-tab.tsx';
import { ConnectionActions } from './connection-actions.tsx';
import { PrincipalsTab } from './principals/principals-tab.tsx';
import { StatusTab } from './status/status-tab.tsx';
import { WhyTab } from './why/why-tab.tsx';
import './connection.css';

const FROM = '/signed-in/access/$connectionId';
const first = { offset: 0, limit: PAGE_SIZE };

const tabs = [
  { value: 'status', label: 'Status', Tab: StatusTab },
  { value: 'browse', label: 'Browse', Tab: BrowseTab },
  { value: 'principals', label: 'People and groups', Tab: PrincipalsTab },
  { value: 'changes', label: 'Changes', Tab: ChangesTab },
  { value: 'why', label: 'Why can X see Y', Tab: WhyTab },
] as const;

export function ConnectionPage() {
  const { connectionId } = useParams({ from: FROM });
  const { tab: asked, user, itemId } = useSearch({ from: FROM });
  // A link that asks about somebody needs to name no tab.
  const tab = asked ?? (user === undefined && itemId === undefined ? 'status' : 'why');
  const navigate = useNavigate({ from: '/access/$connectionId' });
  const connection = useQuery(callQuery(connectionCalls.one(connectionId)));
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
      {...(connection.data ? { intro: providerName(connection.data.provider) } : {})}
      calls={[connectionCalls.one(connectionId), shown[tab as keyof typeof shown] ?? shown.status]}
      actions={connection.data && <ConnectionActions connection={connection.data} />}
    >
      <Answer of={connection} what="this connection">
        {() => (
          <Tabs
            value={tab}
            onChange={(next) => void navigate({ search: next === null ? {} : { tab: next } })}
            keepMounted={false}
          >
            <Tabs.List aria-label="What is known of this connection" mb="md">
              {tabs.map(({ value, label }) => (
                <Tabs.Tab key={value} value={value}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {tabs.map(({ value, Tab }) => (
              <Tabs.Panel key={value} value={value}>
                <Tab connectionId={connectionId} />
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
      </Answer>
    </Page>
  );
}
