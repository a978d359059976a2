import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Credentials } from '../../api/accounts.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { usedSecondFactor } from './second-step.ts';

interface CredentialsFormProps {
  readonly problem: unknown;
  readonly busy: boolean;
  readonly onCredentials: (credentials: Credentials, hasSecondFactor: boolean) => void;
}

export function CredentialsForm({ problem, busy, onCredentials }: CredentialsFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [hasSecondFactor, setHasSecondFactor] = useState(usedSecondFactor);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCredentials({ username, password }, hasSecondFactor);
      }}
    >
      <Stack mt="md">
        <TextInput
          label="Username"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          autoComplete="username"
          autoCapitalize="none"
          required
        />
        <PasswordInput
          label="Password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
        />
        <Checkbox
          label="I use a second factor"
          checked={hasSecondFactor}
          onChange={(event) => setHasSecondFactor(event.currentTarget.checked)}
        />
        <ProblemNote problem={problem} title="Not signed in" />
        <Button type="submit" loading={busy}>
          {hasSecondFactor ? 'Continue' : 'Sign in'}
        </Button>
      </Stack>
    </form>
  );
}
