import { Button, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls, queries, type SecondFactorEnrolment } from '../../api/accounts.ts';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { BeginEnrolment } from './begin-enrolment.tsx';
import { DisableSecondFactor } from './disable-second-factor.tsx';
import { Enrolment } from './enrolment.tsx';

export function SecondFactorPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const [disabling, setDisabling] = useState(false);
  const [beginning, setBeginning] = useState(false);
  const [enrolment, setEnrolment] = useState<SecondFactorEnrolment>();
  return (
    <Page
      title="Second factor"
      intro="After your password, a code from an app on your phone. A stolen password alone is then useless."
      calls={[calls.enrolSecondFactor('PASSWORD'), calls.confirmSecondFactor('123456')]}
    >
      {enrolment && !account.secondFactor ? (
        <Enrolment
          enrolment={enrolment}
          onDone={() => setEnrolment(undefined)}
          onCancel={() => setEnrolment(undefined)}
        />
      ) : (
        <Panel title="Authenticator app" intro="Any app that makes time-based codes works, also without a network.">
          <Text aria-live="polite" mb="md">
            {account.secondFactor
              ? 'Your second factor is on: you are asked for a code when you sign in.'
              : 'Your second factor is off: your password alone opens your account.'}
          </Text>
          {account.secondFactor ? (
            <Button variant="default" onClick={() => setDisabling(true)}>
              Turn off
            </Button>
          ) : (
            <Button onClick={() => setBeginning(true)}>Set up</Button>
          )}
        </Panel>
      )}
      {beginning && (
        <BeginEnrolment
          onClose={() => setBeginning(false)}
          onBegun={(begun) => {
            setBeginning(false);
            setEnrolment(begun);
          }}
        />
      )}
      {disabling && <DisableSecondFactor onClose={() => setDisabling(false)} onDone={() => setDisabling(false)} />}
    </Page>
  );
}
