import { Button, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { keys } from '../../api/keys.ts';
import { queries } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { DisableSecondFactor } from './disable-second-factor.tsx';
import { Enrolment } from './enrolment.tsx';

export function SecondFactorPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const [disabling, setDisabling] = useState(false);
  const enrol = useChange(calls.enrolSecondFactor, { refresh: [keys.account] });
  return (
    <Page
      title="Second factor"
      intro="After your password, a code from an app on your phone. A stolen password alone is then useless."
      calls={[calls.enrolSecondFactor(), calls.confirmSecondFactor('123456')]}
    >
      {enrol.data && !account.secondFactor ? (
        <Enrolment enrolment={enrol.data} onDone={() => enrol.reset()} onCancel={() => enrol.reset()} />
      ) : (
        <Panel title="Authenticator app" intro="Any app that makes time-based codes works, also without a network.">
          <Text aria-live="polite" mb="md">
            {account.secondFactor
              ? 'Your second factor is on: you are asked for a code when you sign in.'
              : 'Your second factor is off: your password alone opens your account.'}
          </Text>
          <ProblemNote problem={enrol.error} title="The second factor was not set up" />
          {account.secondFactor ? (
            <Button variant="default" onClick={() => setDisabling(true)}>
              Turn off
            </Button>
          ) : (
            <Button loading={enrol.isPending} onClick={() => enrol.mutate(undefined)}>
              Set up
            </Button>
          )}
        </Panel>
      )}
      {disabling && <DisableSecondFactor onClose={() => setDisabling(false)} onDone={() => setDisabling(false)} />}
    </Page>
  );
}
