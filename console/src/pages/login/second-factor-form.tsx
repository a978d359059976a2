import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Factor } from '../../api/accounts.ts';
import { FactorInput } from '../../parts/factor-input.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';

interface SecondFactorFormProps {
  readonly problem: unknown;
  readonly busy: boolean;
  readonly onFactor: (factor: Factor) => void;
  readonly onBack: () => void;
}

export function SecondFactorForm({ problem, busy, onFactor, onBack }: SecondFactorFormProps) {
  const [factor, setFactor] = useState<Factor>({ totpCode: '' });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onFactor(factor);
      }}
    >
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
    </form>
  );
}
