import { Badge, Code, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type AclConnection, connectionCalls, connectionKeys, graphCalls } from '../../api/access.ts';
import { useCall, useChange } from '../../api/call-query.ts';
import { PAGE_SIZE, PagedReply } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Note, Panel, ProblemNote, TabRow } from '../../parts/panel.tsx';
import { Dimmed, PlainList, Timestamp } from '../../parts/text.tsx';
import { providerName } from '../access/connection-state.tsx';
import { BrowseTab } from './browse/browse-tab.tsx';
import { inWords } from './changes/in-words.ts';
import { PrincipalsTab } from './principals/principals-tab.tsx';
import { StatusTab } from './status/status-tab.tsx';
import { WhyTab } from './why/why-tab.tsx';
import './connection.css';
import { useQuery } from '@tanstack/react-query';

import { send } from '../../api/send.ts';
import { HeadButton, RowMenu } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { ConfirmDialog, DeleteDialog } from '../../parts/dialogs.tsx';
import { ConnectionDialog } from '../access/connection-dialog.tsx';

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

export function ConnectionActions({ connection }: { connection: AclConnection }) {
  const { id, name, paused } = connection;
  const refresh = [connectionKeys.all];
  const toggle = useChange(paused ? connectionCalls.resume : connectionCalls.pause, { refresh });
  return (
    <>
      <HeadButton
        label="Check the connection"
        needs={connectionCalls.preflight(id)}
        dialog={(close) => <PreflightDialog connectionId={id} onClose={close} />}
      />
      <HeadButton
        label={paused ? 'Start' : 'Pause'}
        needs={connectionCalls.pause(id)}
        busy={toggle.isPending}
        onClick={() => toggle.mutate(id)}
      />
      <RowMenu
        of={name}
        onPage
        actions={[
          {
            label: 'Edit',
            needs: connectionCalls.change(id, {}),
            dialog: (close) => <ConnectionDialog connection={connection} onClose={close} onDone={close} />,
          },
          {
            label: 'Read everything again',
            needs: connectionCalls.resync(id),
            dialog: (close) => (
              <ConfirmDialog
                onClose={close}
                title="Read everything again?"
                confirm="Read everything"
                call={connectionCalls.resync(id)}
                refresh={refresh}
              >
                What is held keeps answering until the new reading is complete.
              </ConfirmDialog>
            ),
          },
          {
            label: 'Delete',
            needs: connectionCalls.remove(id),
            dangerous: true,
            dialog: (close) => (
              <DeleteDialog
                name={name}
                kind="connection"
                call={connectionCalls.remove(id)}
                forget={refresh}
                to="/access"
                onClose={close}
              >
                What is held and the stored secret are erased. Vector databases bound to it then show nobody anything.
                This cannot be undone.
              </DeleteDialog>
            ),
          },
        ]}
      />
    </>
  );
}

/** Tries everything at the provider and names each scope that is missing. */
function PreflightDialog({ connectionId, onClose }: { connectionId: string; onClose: () => void }) {
  const tried = useQuery({
    queryKey: ['preflight', connectionId],
    queryFn: () => send(connectionCalls.preflight(connectionId)),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title="What the provider lets us read" size="lg">
      <Stack>
        <ProblemNote problem={tried.error} title="The connection was not checked" />
        {tried.isPending && (
          <Stack aria-busy="true">
            <Text size="sm">Asking the provider …</Text>
            <Skeleton height={18} />
            <Skeleton height={18} />
          </Stack>
        )}
        {tried.data && (
          <>
            <Note
              tone={tried.data.ok ? 'plain' : 'careful'}
              title={tried.data.ok ? 'Everything can be read' : 'Something is missing'}
            >
              {tried.data.ok
                ? 'Nothing at the provider was changed.'
                : 'Grant what is marked below at the provider, then check again.'}
            </Note>
            <PlainList gap="sm" aria-label="Checks">
              {tried.data.checks.map(({ name, ok, detail }) => (
                <li key={name}>
                  <Group gap="sm" wrap="nowrap" align="flex-start">
                    <Badge color={ok ? 'green' : 'red'} variant="dot" flex="none">
                      {ok ? 'ok' : 'missing'}
                    </Badge>
                    <div>
                      <Text size="sm" fw={600}>
                        {name}
                      </Text>
                      <Dimmed className="fact">{detail}</Dimmed>
                    </div>
                  </Group>
                </li>
              ))}
            </PlainList>
          </>
        )}
      </Stack>
    </Modal>
  );
}
