import { Button, Group, Stack } from '@mantine/core';
import { ProblemNote } from '../../../parts/problem-note.tsx';

interface FormFootProps {
  readonly onClose: () => void;
  readonly submit: string;
  readonly busy: boolean;
  readonly problem: unknown;
  readonly refused: string;
}

export function FormFoot({ onClose, submit, busy, problem, refused }: FormFootProps) {
  return (
    <Stack mt="lg">
      <ProblemNote problem={problem} title={refused} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
      </Group>
    </Stack>
  );
}
