import { Text } from '@mantine/core';
import { useState } from 'react';
import { calls, keys, type SecondFactorEnrolment } from '../../api/accounts.ts';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { PresentPassword } from '../../parts/present-password.tsx';

interface BeginEnrolmentProps {
  readonly onClose: () => void;
  readonly onBegun: (enrolment: SecondFactorEnrolment) => void;
}

/** Whoever found an open browser must not be able to lock its owner out. */
export function BeginEnrolment({ onClose, onBegun }: BeginEnrolmentProps) {
  const [password, setPassword] = useState('');
  const enrol = useChange(calls.enrolSecondFactor, { refresh: [keys.account], signingIn: true, onDone: onBegun });
  return (
    <FormDialog
      title="Set up a second factor"
      onClose={onClose}
      submit="Continue"
      onSubmit={() => enrol.mutate(password)}
      busy={enrol.isPending}
      problem={enrol.error}
      refused="The second factor was not set up"
    >
      <Text size="sm">Enter your password to continue.</Text>
      <PresentPassword value={password} onChange={setPassword} error={fieldError(enrol.error, 'password')} />
    </FormDialog>
  );
}
