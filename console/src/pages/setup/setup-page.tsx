import { Button, Code, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { calls } from '../../api/accounts.ts';
import { useCall } from '../../api/call-query.ts';
import { send } from '../../api/send.ts';
import { SubmitForm } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { FrontPage } from '../../parts/page.tsx';
import { Note, ProblemNote } from '../../parts/panel.tsx';
import { NewPassword } from '../../parts/passwords.tsx';

const example = calls.setUp({ token: 'TOKEN', username: 'ada', password: 'PASSWORD' });

/** The one-time link that `serve` prints leads here. */
export function SetupPage() {
  const { token } = useSearch({ from: '/setup' });
  const setup = useCall(calls.setup());
  if (setup.data?.needed === false) return <AlreadySetUp />;
  if (token === undefined) return <LinkMissing />;
  return (
    <FrontPage
      title="Create the first administrator"
      intro="This account can do everything here, and can create accounts for others."
      calls={[example]}
    >
      <FirstAdministratorForm token={token} />
    </FrontPage>
  );
}

function FirstAdministratorForm({ token }: { token: string }) {
  const [username, setUsername] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const client = useQueryClient();
  const setUp = useMutation({
    meta: { signingIn: true },
    // Its answer also begins the session.
    mutationFn: () => send(calls.setUp({ token, username, password, ...(email === '' ? {} : { email }) })),
    onSuccess: async () => {
      client.clear();
      await navigate({ to: '/' });
    },
  });
  return (
    <SubmitForm problem={setUp.error} onSubmit={() => setUp.mutate()}>
      <Stack>
        <TextField
          label="Username"
          value={username}
          onChange={setUsername}
          autoComplete="username"
          required
          data-autofocus
          field="username"
        />
        <TextField
          label="E-mail"
          description="Optional"
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="email"
          field="email"
        />
        <NewPassword value={password} onChange={setPassword} username={username} field="password" />
        <ProblemNote problem={setUp.error} title="The account was not created" />
        <Button type="submit" loading={setUp.isPending}>
          Create account and sign in
        </Button>
      </Stack>
    </SubmitForm>
  );
}

function AlreadySetUp() {
  return (
    <FrontPage title="Already set up" intro="This installation has its first administrator.">
      <Button component={Link} to="/login" fullWidth>
        Sign in
      </Button>
    </FrontPage>
  );
}

function LinkMissing() {
  return (
    <FrontPage title="Use the one-time link" intro="This page needs the link that the server printed when it started.">
      <Note>
        <Text size="sm">
          Look for <Code>/setup?token=…</Code> in the output of <Code>almanac serve</Code>. Start the server again to
          get a new link.
        </Text>
      </Note>
    </FrontPage>
  );
}
