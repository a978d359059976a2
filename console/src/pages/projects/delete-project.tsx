import { type Project, projectCalls, projectKeys } from '../../api/projects.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';

interface DeleteProjectProps {
  readonly project: Project;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteProject({ project, onClose, onDone }: DeleteProjectProps) {
  const remove = useChange(projectCalls.remove, {
    refresh: [projectKeys.list],
    forget: [projectKeys.one(project.id)],
    onDone,
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${project.projectName}?`}
      confirm="Delete the project"
      onConfirm={() => remove.mutate(project.id)}
      busy={remove.isPending}
      problem={remove.error}
    >
      Its work stops and its models are no longer listed; what was deployed or registered goes on. The API can recover
      the project for a while.
    </ConfirmDialog>
  );
}
