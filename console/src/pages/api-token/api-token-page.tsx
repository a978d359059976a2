import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { calls } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { Answer } from '../../parts/answer.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Note } from '../../parts/note.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ReplaceApiToken } from './replace-api-token.tsx';

export function ApiTokenPage() {
  const token = useQuery(callQuery(calls.apiToken()));
  const [shown, setShown] = useState(false);
  const [replacing, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="API token"
      intro="The one token of your account, shared by the platform API and the Prediction API."
      calls={[calls.apiToken()]}
    >
      <Note tone="careful" title="Prefer API keys">
        <Text size="sm">
          The account token is kept for older clients, and the old addresses that hand it out are deprecated. New
          clients should use{' '}
          <Anchor component={Link} to="/account/api-keys" size="sm">
            API keys
          </Anchor>
          : they can be named, expire and be revoked one by one.
        </Text>
      </Note>
      <Panel
        title="Your token"
        intro="Whoever has it can do everything you can."
        aside={
          <Button variant="default" size="xs" onClick={open}>
            Replace
          </Button>
        }
      >
        <Answer of={token} what="your API token">
          {({ api_token }) => (
            <Stack align="flex-start">
              <Group wrap="nowrap">
                <Text span className="secret" data-testid="api-token">
                  {shown ? api_token : '•'.repeat(24)}
                </Text>
                <CopyText text={api_token} label="Copy the API token" />
              </Group>
              <Button size="compact-sm" variant="subtle" onClick={() => setShown(!shown)} aria-pressed={shown}>
                {shown ? 'Hide the token' : 'Show the token'}
              </Button>
            </Stack>
          )}
        </Answer>
      </Panel>
      {replacing && <ReplaceApiToken onClose={close} />}
    </Page>
  );
}
