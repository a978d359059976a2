import { Button, Group, Modal, PasswordInput, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { calls, type Factor } from '../../api/calls.ts';
import { keys } from '../../api/keys.ts';
import { useChange } from '../../api/use-change.ts';
import { FactorInput } from '../../parts/factor-input.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';

/** A token is replaced with the account's credentials, as any client would have to. */
export function ReplaceApiToken({ onClose }: { onClose: () => void }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState<Factor>();
  const replace = useChange(calls.replaceApiToken, { refresh: [keys.apiToken], onDone: onClose, signingIn: true });
  return (
    <Modal opened onClose={onClose} title="Replace the API token">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          replace.mutate({ username, password, ...factor });
        }}
      >
        <Stack>
          <Text size="sm">The old token stops working at once, everywhere. Enter your credentials to go on.</Text>
          <TextInput
            label="Username"
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            autoComplete="username"
            required
            data-autofocus
          />
          <PasswordInput
            label="Password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
          <Switch
            label="I use a second factor"
            checked={factor !== undefined}
            onChange={(event) => setFactor(event.currentTarget.checked ? { totpCode: '' } : undefined)}
          />
          {factor && <FactorInput factor={factor} onChange={setFactor} />}
          <ProblemNote problem={replace.error} title="The token was not replaced" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Keep
            </Button>
            <Button type="submit" color="red.8" loading={replace.isPending}>
              Replace the token
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
