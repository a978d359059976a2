import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphCalls } from '../../../api/access.ts';
import { callQuery } from '../../../api/call-query.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Note } from '../../../parts/note.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { useConnectionSearch } from '../use-connection-search.ts';
import { reasonText, stopsOf } from './access-path.ts';
import { PathDrawing } from './path-drawing.tsx';
import { Readable } from './readable.tsx';
import { Readers } from './readers.tsx';

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

interface WhyFormProps {
  readonly user: string;
  readonly itemId: string;
  readonly onAsk: (user: string, itemId: string) => void;
}

function WhyForm({ onAsk, ...asked }: WhyFormProps) {
  const [user, setUser] = useState(asked.user);
  const [itemId, setItemId] = useState(asked.itemId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAsk(user.trim(), itemId.trim());
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          type="email"
          label="E-mail of the person"
          flex="1 1 220px"
          value={user}
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        <TextInput
          label="Id of the document"
          flex="1 1 220px"
          value={itemId}
          onChange={(event) => setItemId(event.currentTarget.value)}
        />
        <Button type="submit" disabled={user.trim() === '' && itemId.trim() === ''}>
          Ask
        </Button>
      </Group>
    </form>
  );
}

interface WhyProps {
  readonly connectionId: string;
  readonly user: string;
  readonly itemId: string;
}

function Why({ connectionId, user, itemId }: WhyProps) {
  const access = useQuery(callQuery(graphCalls.access(connectionId, user, itemId)));
  return (
    <Panel title={`Can ${user} read it?`}>
      <Answer of={access} what="the answer">
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
            {freshness === 'stale' && (
              <Text size="sm" c="dimmed">
                What is held is behind; the status says by how much.
              </Text>
            )}
          </Stack>
        )}
      </Answer>
    </Panel>
  );
}
