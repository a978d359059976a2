import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNote } from './problem-note.tsx';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  readonly confirm: string;
  /** Where the action itself is called cancelling. */
  readonly dismiss?: 'Close';
  readonly onConfirm: () => void;
  readonly busy: boolean;
  readonly problem: unknown;
}

/** Asked before anything that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <Stack>
        <Text size="sm">{props.children}</Text>
        <ProblemNote problem={props.problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {props.dismiss ?? 'Cancel'}
          </Button>
          <Button color="red.9" loading={props.busy} onClick={props.onConfirm}>
            {props.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
