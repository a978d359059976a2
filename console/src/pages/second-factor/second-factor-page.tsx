import { Button, Text } from '@mantine/core';

import { useState } from 'react';
import { calls, type Factor, keys, type SecondFactorEnrolment, useAccount } from '../../api/accounts.ts';

import { FormDialog } from '../../parts/dialogs.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { FactorInput, PresentPassword } from '../../parts/passwords.tsx';
import { Enrolment } from './enrolment.tsx';

export function SecondFactorPage() {
  const account = useAccount();
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
      {disabling && <DisableSecondFactor onClose={() => setDisabling(false)} />}
    </Page>
  );
}

interface BeginEnrolmentProps {
  readonly onClose: () => void;
  readonly onBegun: (enrolment: SecondFactorEnrolment) => void;
}

/** Whoever found an open browser must not be able to lock its owner out. */
function BeginEnrolment({ onClose, onBegun }: BeginEnrolmentProps) {
  const [password, setPassword] = useState('');
  return (
    <FormDialog
      title="Set up a second factor"
      onClose={onClose}
      submit="Continue"
      call={() => calls.enrolSecondFactor(password)}
      refresh={[keys.account]}
      signingIn
      onDone={onBegun}
      refused="The second factor was not set up"
    >
      <Text size="sm">Enter your password to continue.</Text>
      <PresentPassword value={password} onChange={setPassword} field="password" />
    </FormDialog>
  );
}

function DisableSecondFactor({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState<Factor>({ totpCode: '' });
  return (
    <FormDialog
      title="Turn off the second factor"
      onClose={onClose}
      submit="Turn off"
      dangerous
      call={() => calls.disableSecondFactor({ password, ...factor })}
      refresh={[keys.account]}
      signingIn
      refused="The second factor is still on"
    >
      <Text size="sm">Your password alone will then open your account, and the recovery codes stop working.</Text>
      <PresentPassword value={password} onChange={setPassword} />
      <FactorInput factor={factor} onChange={setFactor} />
    </FormDialog>
  );
}
