import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { calls, type Factor, keys, useAccount } from '../../api/accounts.ts';
import { useChange } from '../../api/call-query.ts';
import { SubmitForm } from '../../parts/dialogs.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel, ProblemNote } from '../../parts/panel.tsx';
import { FactorInput, NewPassword, NOTHING_REVOKED, PresentPassword, Revoking } from '../../parts/passwords.tsx';

const example = calls.changePassword({ password: 'PASSWORD', newPassword: 'NEW PASSWORD', ...NOTHING_REVOKED });

export function PasswordPage() {
  return (
    <Page
      title="Password"
      intro="Changing it signs you out everywhere else. This browser stays signed in."
      calls={[example]}
    >
      <Panel title="Change your password">
        <ChangeForm />
      </Panel>
    </Page>
  );
}

function ChangeForm() {
  const account = useAccount();
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [factor, setFactor] = useState<Factor>({ totpCode: '' });
  const [choice, setChoice] = useState(NOTHING_REVOKED);
  const change = useChange(calls.changePassword, {
    refresh: [keys.account, keys.apiKeys, keys.apiToken],
    signingIn: true,
    onDone: () => {
      setPassword('');
      setNewPassword('');
      setFactor({ totpCode: '' });
      setChoice(NOTHING_REVOKED);
    },
  });
  return (
    <SubmitForm
      problem={change.error}
      onSubmit={() => change.mutate({ password, newPassword, ...choice, ...(account.secondFactor ? factor : {}) })}
    >
      <Stack maw={420}>
        <input type="hidden" name="username" autoComplete="username" value={account.username} />
        <PresentPassword label="Current password" value={password} onChange={setPassword} field="password" />
        {account.secondFactor && <FactorInput factor={factor} onChange={setFactor} />}
        <NewPassword
          label="New password"
          value={newPassword}
          onChange={setNewPassword}
          username={account.username}
          field="newPassword"
        />
        <Revoking choice={choice} onChange={setChoice} />
        <ProblemNote problem={change.error} title="The password was not changed" />
        <Text size="sm" aria-live="polite">
          {change.isSuccess && 'Your password has been changed. All other sessions have ended.'}
        </Text>
        <Button type="submit" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
          Change password
        </Button>
      </Stack>
    </SubmitForm>
  );
}
