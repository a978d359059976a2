import { useChange } from '../../api/call-query.ts';
import { type Project, projectCalls, projectKeys } from '../../api/projects.ts';
import { ConfirmDialog, TextDialog } from '../../parts/dialogs.tsx';

interface DeleteProjectProps {
  readonly project: Project;
  /** Whether it is deleted from the list; the page of the project itself must not be read again. */
  readonly listed?: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DeleteProject({ project, listed = false, onClose, onDone }: DeleteProjectProps) {
  const remove = useChange(projectCalls.remove, {
    refresh: listed ? [projectKeys.all] : [],
    forget: [projectKeys.all],
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

export function RenameProject({ project, onClose }: { project: Project; onClose: () => void }) {
  return (
    <TextDialog
      title={`Rename ${project.projectName}`}
      was={{ name: project.projectName, description: project.projectDescription ?? '' }}
      call={({ name, description }) =>
        projectCalls.change(project.id, { projectName: name, projectDescription: description })
      }
      refresh={[projectKeys.all]}
      nameField="projectName"
      onClose={onClose}
    />
  );
}
