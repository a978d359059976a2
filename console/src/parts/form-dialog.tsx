import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNote } from './problem-note.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly submit: string;
  readonly onSubmit: () => void;
  readonly busy: boolean;
  readonly problem: unknown;
  /** The heading of a refusal: `The key was not renamed`. */
  readonly refused: string;
  readonly children: ReactNode;
}

/** A few fields, one button to send them, one to leave. */
export function FormDialog(props: FormDialogProps) {
  return (
    <Modal opened onClose={props.onClose} title={props.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        <Stack>
          {props.children}
          <ProblemNote problem={props.problem} title={props.refused} />
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={props.busy}>
              {props.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
