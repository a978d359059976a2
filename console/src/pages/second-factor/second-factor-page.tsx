import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { calls } from '../../api/calls.ts';
import { useChange } from '../../api/use-change.ts';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { DisableSecondFactor } from './disable-second-factor.tsx';
import { Enrolment } from './enrolment.tsx';

/** What is known about the second factor; the API tells it in its answers only. */
type Known = 'unasked' | 'on' | 'off';

const sentences: Record<Known, string> = {
  unasked: 'Set it up here, or turn it off if you have one.',
  on: 'Your second factor is on: you are asked for a code when you sign in.',
  off: 'Your second factor is off: your password alone opens your account.',
};

const isOnAlready = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'accounts.second_factor_exists';

export function SecondFactorPage() {
  const [known, setKnown] = useState<Known>('unasked');
  const [disabling, setDisabling] = useState(false);
  const enrol = useChange(calls.enrolSecondFactor);
  const become = (state: Known) => {
    setKnown(state);
    setDisabling(false);
    enrol.reset();
  };
  const shown = isOnAlready(enrol.error) ? 'on' : known;
  return (
    <Page
      title="Second factor"
      intro="After your password, a code from an app on your phone. A stolen password alone is then useless."
      calls={[calls.enrolSecondFactor(), calls.confirmSecondFactor('123456')]}
    >
      {enrol.data ? (
        <Enrolment enrolment={enrol.data} onDone={() => become('on')} onCancel={() => enrol.reset()} />
      ) : (
        <Panel title="Authenticator app" intro="Any app that makes time-based codes works, also without a network.">
          <Text aria-live="polite">{sentences[shown]}</Text>
          {!isOnAlready(enrol.error) && <ProblemNote problem={enrol.error} title="The second factor was not set up" />}
          <Group mt="md">
            {shown !== 'on' && (
              <Button loading={enrol.isPending} onClick={() => enrol.mutate(undefined)}>
                Set up
              </Button>
            )}
            {shown !== 'off' && (
              <Button variant="default" onClick={() => setDisabling(true)}>
                Turn off
              </Button>
            )}
          </Group>
        </Panel>
      )}
      {disabling && <DisableSecondFactor onClose={() => setDisabling(false)} onDone={() => become('off')} />}
    </Page>
  );
}
