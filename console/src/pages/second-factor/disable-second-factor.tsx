import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { calls, type Factor, keys } from '../../api/accounts.ts';
import { useChange } from '../../api/use-change.ts';
import { FactorInput } from '../../parts/factor-input.tsx';
import { PresentPassword } from '../../parts/present-password.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';

interface DisableSecondFactorProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DisableSecondFactor({ onClose, onDone }: DisableSecondFactorProps) {
  const [password, setPassword] = useState('');
  const [factor, setFactor] = useState<Factor>({ totpCode: '' });
  const disable = useChange(calls.disableSecondFactor, { refresh: [keys.account], onDone, signingIn: true });
  return (
    <Modal opened onClose={onClose} title="Turn off the second factor">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          disable.mutate({ password, ...factor });
        }}
      >
        <Stack>
          <Text size="sm">Your password alone will then open your account, and the recovery codes stop working.</Text>
          <PresentPassword value={password} onChange={setPassword} />
          <FactorInput factor={factor} onChange={setFactor} />
          <ProblemNote problem={disable.error} title="The second factor is still on" />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red.9" loading={disable.isPending}>
              Turn off
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
