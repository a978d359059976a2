import { Code, Table, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { connectionCalls, graphCalls } from '../../api/access.ts';
import { callQuery } from '../../api/call-query.ts';
import { PAGE_SIZE, Paging } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Panel } from '../../parts/panel.tsx';
import { providerName } from '../access/connection-state.tsx';
import { BrowseTab } from './browse/browse-tab.tsx';
import { ConnectionActions } from './connection-actions.tsx';
import { PrincipalsTab } from './principals/principals-tab.tsx';
import { StatusTab } from './status/status-tab.tsx';
import { WhyTab } from './why/why-tab.tsx';
import './connection.css';
import { useState } from 'react';
import { DataTable } from '../../parts/data-table.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { inWords } from './changes/in-words.ts';

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

function ChangesTab({ connectionId }: { connectionId: string }) {
  const [offset, setOffset] = useState(0);
  const changes = useQuery(callQuery(graphCalls.changes(connectionId, { offset, limit: PAGE_SIZE })));
  return (
    <Panel title="Changes" intro="What changed in what is held, newest first, and what made it known.">
      <Answer of={changes} what="the changes">
        {({ data, count, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState icon="access" title="Nothing has changed yet">
              Changes at the provider are listed here as soon as they are read.
            </EmptyState>
          ) : (
            <>
              <DataTable label="Changes" columns={['When', 'What', 'About', 'Known by', 'Details']} minWidth={760}>
                {data.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      <Timestamp iso={one.at} />
                    </Table.Td>
                    <Table.Td>{inWords(one.kind)}</Table.Td>
                    <Table.Td className="fact">
                      <Code>{one.subjectId}</Code>
                    </Table.Td>
                    <Table.Td>{inWords(one.cause)}</Table.Td>
                    <Table.Td className="fact">
                      <Text size="xs" lineClamp={2}>
                        {Object.keys(one.details).length === 0 ? '' : JSON.stringify(one.details)}
                      </Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </DataTable>
              <Paging offset={offset} count={count} total={totalCount} what="changes" onOffset={setOffset} />
            </>
          )
        }
      </Answer>
    </Panel>
  );
}
