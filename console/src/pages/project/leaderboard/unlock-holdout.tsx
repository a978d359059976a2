import { Badge, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Project, projectCalls, projectKeys } from '../../../api/projects.ts';
import { useChange } from '../../../api/use-change.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';

/** The holdout is looked at once, when the choice is made. */
export function UnlockHoldout({ project }: { project: Project }) {
  const [opened, { open, close }] = useDisclosure(false);
  const unlock = useChange(() => projectCalls.change(project.id, { holdoutUnlocked: true }), {
    refresh: [projectKeys.one(project.id)],
    onDone: close,
  });
  if (project.holdoutUnlocked) return <Badge color="gray">holdout unlocked</Badge>;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Unlock holdout
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title="Unlock the holdout?"
        confirm="Unlock it"
        onConfirm={() => unlock.mutate(undefined)}
        busy={unlock.isPending}
        problem={unlock.error}
      >
        Then everybody sees how models do on it. Choose the model first: a holdout that helped to choose is no honest
        test any more. It cannot be locked again.
      </ConfirmDialog>
    </>
  );
}
