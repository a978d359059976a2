import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { graphCalls } from '../../../api/access.ts';
import { RowLink } from '../../../parts/actions.tsx';
import { DataTable } from '../../../parts/data-table.tsx';
import { SubmitForm } from '../../../parts/dialogs.tsx';
import { TextField } from '../../../parts/fields.tsx';
import { Icon, type IconName } from '../../../parts/icons.tsx';
import { PagedReply } from '../../../parts/list-page.tsx';
import { EmptyState, Note, Panel, Reply } from '../../../parts/panel.tsx';
import { Dimmed } from '../../../parts/text.tsx';
import { useConnectionSearch } from '../use-connection-search.ts';
import { reasonText, type Stop, stopsOf } from './access-path.ts';

/** Who may read what, and by what way. Person and document are in the address: the answer can be sent to somebody. */
export function WhyTab({ connectionId }: { connectionId: string }) {
  const { search, go } = useConnectionSearch();
  const { user, itemId } = search;
  return (
    <Stack gap="lg">
      <Panel
        title="Ask"
        intro="A person and a document say why; a person alone, what they can read; a document alone, who can read it."
      >
        <WhyForm
          key={`${user} ${itemId}`}
          user={user ?? ''}
          itemId={itemId ?? ''}
          onAsk={(who, what) =>
            go({ tab: 'why', ...(who === '' ? {} : { user: who }), ...(what === '' ? {} : { itemId: what }) })
          }
        />
      </Panel>
      {user !== undefined && itemId !== undefined && <Why connectionId={connectionId} user={user} itemId={itemId} />}
      {itemId !== undefined && <Readers key={itemId} connectionId={connectionId} itemId={itemId} />}
      {user !== undefined && <Readable key={user} connectionId={connectionId} user={user} />}
    </Stack>
  );
}

function WhyForm({ onAsk, ...asked }: { user: string; itemId: string; onAsk: (user: string, itemId: string) => void }) {
  const [user, setUser] = useState(asked.user);
  const [itemId, setItemId] = useState(asked.itemId);
  return (
    <SubmitForm onSubmit={() => onAsk(user.trim(), itemId.trim())}>
      <Group align="flex-end" gap="sm">
        <TextField type="email" label="E-mail of the person" flex="1 1 220px" value={user} onChange={setUser} />
        <TextField label="Id of the document" flex="1 1 220px" value={itemId} onChange={setItemId} />
        <Button type="submit" disabled={user.trim() === '' && itemId.trim() === ''}>
          Ask
        </Button>
      </Group>
    </SubmitForm>
  );
}

function Why({ connectionId, user, itemId }: { connectionId: string; user: string; itemId: string }) {
  return (
    <Panel title={`Can ${user} read it?`}>
      <Reply to={graphCalls.access(connectionId, user, itemId)} what="the answer">
        {({ allowed, path, reason, freshness }) => (
          <Stack>
            {allowed ? (
              <>
                <Text fw={600}>Yes, by this way:</Text>
                <PathDrawing stops={stopsOf(path)} />
              </>
            ) : (
              <Note tone="careful" title="No">
                {reason === null ? 'No way leads there.' : reasonText(reason)}
              </Note>
            )}
            {freshness === 'stale' && <Dimmed>What is held is behind; the status says by how much.</Dimmed>}
          </Stack>
        )}
      </Reply>
    </Panel>
  );
}

const icons: Readonly<Record<Stop['type'], IconName>> = {
  user: 'user',
  group: 'group',
  address: 'user',
  domain: 'organization',
  tenant: 'organization',
  everyone: 'group',
  anyone: 'group',
  grant: 'key',
  inheritedFrom: 'useCase',
  item: 'book',
};

/** The way from a person to a document. A list to screen readers: each stop says how it follows from the one before. */
function PathDrawing({ stops }: { stops: readonly Stop[] }) {
  return (
    <ol className="access-path" aria-label="The way to the document">
      {stops.map(({ key, type, kind, name, relation }) => (
        <li key={key}>
          {relation !== null && (
            <span className="path-arrow">
              <span>{relation}</span>
              <svg viewBox="0 0 64 12" width="64" height="12" aria-hidden="true" focusable="false">
                <path
                  d="M2 6h56M53 2l5 4-5 4"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.6"
                  strokeLinecap="round"
                />
              </svg>
            </span>
          )}
          <span className="path-stop" data-type={type}>
            <Icon name={icons[type]} size={18} />
            <span>
              <span className="path-kind">{kind}</span>
              <span className="path-name">{name}</span>
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function Readable({ connectionId, user }: { connectionId: string; user: string }) {
  return (
    <Panel title={`What ${user} can read`}>
      <PagedReply
        list={(window) => graphCalls.readable(connectionId, user, window)}
        what="what they can read"
        rows="items"
        empty={
          <EmptyState icon="book" title="Nothing">
            No grant reaches this address, or it is not known to the directory.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            label="Readable items"
            minWidth={420}
            rows={rows}
            idOf={(one) => one.id}
            columns={[
              { name: 'Name', className: 'fact', cell: (one) => one.name },
              { name: 'Kind', cell: (one) => one.kind },
              {
                name: '',
                cell: (one) => (
                  <RowLink
                    to="/access/$connectionId"
                    params={{ connectionId }}
                    search={{ tab: 'why', user, itemId: one.id }}
                    aria-label={`Why ${one.name}`}
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

function Readers({ connectionId, itemId }: { connectionId: string; itemId: string }) {
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
