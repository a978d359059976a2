import { Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { calls } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { ApiKeyTable } from './api-key-table.tsx';
import { CreateApiKey } from './create-api-key.tsx';

export function ApiKeysPage() {
  const apiKeys = useQuery(callQuery(calls.apiKeys()));
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="API keys"
      intro="Scripts and clients use a key in place of your password. Give each its own, so that you can revoke one without the others."
      calls={[calls.apiKeys()]}
      actions={
        <Button size="xs" onClick={open}>
          Create key
        </Button>
      }
    >
      <Paper withBorder>
        <Answer of={apiKeys} what="your API keys">
          {({ data }) =>
            data.length > 0 ? (
              <ApiKeyTable apiKeys={data} />
            ) : (
              <EmptyState
                icon="key"
                title="No API keys yet"
                action={<Button onClick={open}>Create your first key</Button>}
              >
                Create one to call the API from a script, a notebook or a client library.
              </EmptyState>
            )
          }
        </Answer>
      </Paper>
      <CreateApiKey opened={creating} onClose={close} />
    </Page>
  );
}
