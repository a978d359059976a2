import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Credentials, calls } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { send } from '../../api/send.ts';
import { FrontPage } from '../../parts/front-page.tsx';
import { Note } from '../../parts/note.tsx';
import { CredentialsForm } from './credentials-form.tsx';
import { ownPage } from './own-page.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { rememberSecondFactor } from './second-step.ts';

const example = calls.signIn({ username: 'ada', password: 'PASSWORD' });

/** Name and password first; whoever uses a second factor proves it on the next step, and all is sent at once. */
export function LoginPage() {
  const { next } = useSearch({ from: '/login' });
  const [first, setFirst] = useState<Credentials>();
  const router = useRouter();
  const client = useQueryClient();
  const setup = useQuery(callQuery(calls.setup()));
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
      {...(first ? { intro: `Prove that you are ${first.username}.` } : {})}
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
