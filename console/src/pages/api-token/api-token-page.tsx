import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { calls, type Factor, keys, useAccount } from '../../api/accounts.ts';
import { HeadButton } from '../../parts/actions.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';

import { Page } from '../../parts/page.tsx';
import { Note, Panel, Reply } from '../../parts/panel.tsx';
import { FactorInput, PresentPassword } from '../../parts/passwords.tsx';

export function ApiTokenPage() {
  const [shown, setShown] = useState(false);
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
        aside={<HeadButton label="Replace" dialog={(close) => <ReplaceApiToken onClose={close} />} />}
      >
        <Reply to={calls.apiToken()} what="your API token">
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
        </Reply>
      </Panel>
    </Page>
  );
}

/** A token is replaced with the account's credentials, as any client would have to. */
function ReplaceApiToken({ onClose }: { onClose: () => void }) {
  const account = useAccount();
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState<Factor>({ totpCode: '' });
  return (
    <FormDialog
      title="Replace the API token"
      onClose={onClose}
      submit="Replace the token"
      dangerous
      call={() =>
        calls.replaceApiToken({ username: account.username, password, ...(account.secondFactor ? factor : {}) })
      }
      refresh={[keys.apiToken]}
      signingIn
      refused="The token was not replaced"
    >
      <Text size="sm">The old token stops working at once, everywhere. Enter your password to go on.</Text>
      <PresentPassword value={password} onChange={setPassword} />
      {account.secondFactor && <FactorInput factor={factor} onChange={setFactor} />}
    </FormDialog>
  );
}
