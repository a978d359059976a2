import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Credentials, calls, type Factor } from '../../api/accounts.ts';
import { useCall } from '../../api/call-query.ts';
import { send } from '../../api/send.ts';
import { SubmitForm } from '../../parts/dialogs.tsx';
import { Check, PasswordField, TextField } from '../../parts/fields.tsx';
import { FrontPage } from '../../parts/page.tsx';
import { Note, ProblemNote } from '../../parts/panel.tsx';
import { FactorInput } from '../../parts/passwords.tsx';
import { ownPage, rememberSecondFactor, usedSecondFactor } from './second-step.ts';

const example = calls.signIn({ username: 'ada', password: 'PASSWORD' });

/** Name and password first; whoever uses a second factor proves it on the next step, and all is sent at once. */
export function LoginPage() {
  const { next } = useSearch({ from: '/login' });
  const [first, setFirst] = useState<Credentials>();
  const router = useRouter();
  const client = useQueryClient();
  const setup = useCall(calls.setup());
  const signIn = useMutation({
    meta: { signingIn: true },
    mutationFn: (credentials: Credentials) => send(calls.signIn(credentials)),
    onSuccess: () => {
      rememberSecondFactor(first !== undefined);
      client.clear();
      router.history.push(ownPage(next, window.location.origin));
    },
  });
  const step = (credentials: Credentials | undefined) => {
    setFirst(credentials);
    signIn.reset();
  };
  return (
    <FrontPage
      title={first ? 'Second factor' : 'Sign in'}
      intro={first && `Prove that you are ${first.username}.`}
      calls={[example]}
    >
      {setup.data?.needed === true && (
        <Note title="Nobody can sign in yet">
          Open the one-time link that the server printed when it started, and create the first administrator.
        </Note>
      )}
      {first ? (
        <SecondFactorForm
          problem={signIn.error}
          busy={signIn.isPending}
          onFactor={(factor) => signIn.mutate({ ...first, ...factor })}
          onBack={() => step(undefined)}
        />
      ) : (
        <CredentialsForm
          problem={signIn.error}
          busy={signIn.isPending}
          onCredentials={(credentials, hasSecondFactor) =>
            hasSecondFactor ? step(credentials) : signIn.mutate(credentials)
          }
        />
      )}
    </FrontPage>
  );
}

interface SecondFactorFormProps {
  readonly problem: unknown;
  readonly busy: boolean;
  readonly onFactor: (factor: Factor) => void;
  readonly onBack: () => void;
}

function SecondFactorForm({ problem, busy, onFactor, onBack }: SecondFactorFormProps) {
  const [factor, setFactor] = useState<Factor>({ totpCode: '' });
  return (
    <SubmitForm onSubmit={() => onFactor(factor)}>
      <Stack>
        <FactorInput factor={factor} onChange={setFactor} autoFocus />
        <ProblemNote problem={problem} title="Not signed in" />
        <Button type="submit" loading={busy}>
          Sign in
        </Button>
        <Group justify="center">
          <Anchor component="button" type="button" size="sm" onClick={onBack}>
            Sign in as somebody else
          </Anchor>
        </Group>
      </Stack>
    </SubmitForm>
  );
}

interface CredentialsFormProps {
  readonly problem: unknown;
  readonly busy: boolean;
  readonly onCredentials: (credentials: Credentials, hasSecondFactor: boolean) => void;
}

function CredentialsForm({ problem, busy, onCredentials }: CredentialsFormProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [hasSecondFactor, setHasSecondFactor] = useState(usedSecondFactor);
  return (
    <SubmitForm onSubmit={() => onCredentials({ username, password }, hasSecondFactor)}>
      <Stack mt="md">
        <TextField
          label="Username"
          value={username}
          onChange={setUsername}
          autoComplete="username"
          autoCapitalize="none"
          required
        />
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          required
        />
        <Check label="I use a second factor" checked={hasSecondFactor} onChange={setHasSecondFactor} />
        <ProblemNote problem={problem} title="Not signed in" />
        <Button type="submit" loading={busy}>
          {hasSecondFactor ? 'Continue' : 'Sign in'}
        </Button>
      </Stack>
    </SubmitForm>
  );
}
