import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls, type Factor, keys, queries } from '../../api/accounts.ts';
import { useChange } from '../../api/use-change.ts';
import { FactorInput } from '../../parts/factor-input.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';

/** A token is replaced with the account's credentials, as any client would have to. */
export function ReplaceApiToken({ onClose }: { onClose: () => void }) {
  const { data: account } = useSuspenseQuery(queries.account());
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState<Factor>({ totpCode: '' });
  const replace = useChange(calls.replaceApiToken, { refresh: [keys.apiToken], onDone: onClose, signingIn: true });
  return (
    <Modal opened onClose={onClose} title="Replace the API token">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          replace.mutate({ username: account.username, password, ...(account.secondFactor ? factor : {}) });
        }}
      >
        <Stack>
          <Text size="sm">The old token stops working at once, everywhere. Enter your password to go on.</Text>
          <PasswordInput
            label="Password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            required
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          />
          {account.secondFactor && <FactorInput factor={factor} onChange={setFactor} />}
          <ProblemNote problem={replace.error} title="The token was not replaced" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red.9" loading={replace.isPending}>
              Replace the token
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
