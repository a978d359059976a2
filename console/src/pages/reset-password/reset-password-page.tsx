import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { calls } from '../../api/accounts.ts';
import { send } from '../../api/send.ts';
import { SubmitForm } from '../../parts/dialogs.tsx';
import { FrontPage } from '../../parts/page.tsx';
import { ProblemNote } from '../../parts/panel.tsx';
import { NewPassword, NOTHING_REVOKED, Revoking } from '../../parts/passwords.tsx';

const example = calls.resetPassword({ token: 'TOKEN', newPassword: 'NEW PASSWORD', ...NOTHING_REVOKED });

/** The one-time link of an administrator leads here. The secret is behind the `#`, which browsers send to nobody. */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  const token = new URLSearchParams(hash).get('token');
  const [done, setDone] = useState(false);
  if (done) return <Done />;
  if (token === null) return <LinkMissing />;
  return (
    <FrontPage
      title="Choose a new password"
      intro="All sessions of your account end. A second factor stays as it is."
      calls={[example]}
    >
      <NewPasswordForm token={token} onDone={() => setDone(true)} />
    </FrontPage>
  );
}

function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [newPassword, setNewPassword] = useState('');
  const [choice, setChoice] = useState(NOTHING_REVOKED);
  const client = useQueryClient();
  const reset = useMutation({
    meta: { signingIn: true },
    mutationFn: () => send(calls.resetPassword({ token, newPassword, ...choice })),
    onSuccess: () => {
      client.clear();
      onDone();
    },
  });
  return (
    <SubmitForm problem={reset.error} onSubmit={() => reset.mutate()}>
      <Stack>
        <NewPassword
          label="New password"
          value={newPassword}
          onChange={setNewPassword}
          username=""
          field="newPassword"
        />
        <Revoking choice={choice} onChange={setChoice} />
        <ProblemNote problem={reset.error} title="The password was not changed" />
        <Button type="submit" loading={reset.isPending}>
          Set the new password
        </Button>
      </Stack>
    </SubmitForm>
  );
}

function Done() {
  return (
    <FrontPage title="Password changed" intro="Sign in with your new password.">
      <Button component={Link} to="/login" fullWidth>
        Sign in
      </Button>
    </FrontPage>
  );
}

function LinkMissing() {
  return (
    <FrontPage title="Use the reset link" intro="This page needs the link that an administrator sent or gave you.">
      <Button component={Link} to="/login" variant="default" fullWidth>
        Sign in
      </Button>
    </FrontPage>
  );
}
