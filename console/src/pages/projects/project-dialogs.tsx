import { type Project, projectCalls, projectKeys } from '../../api/projects.ts';
import { DeleteDialog, TextDialog } from '../../parts/dialogs.tsx';

interface DeleteProjectProps {
  readonly project: Project;
  readonly onClose: () => void;
  /** Where to go from its own page, which must not be read again; the list is. */
  readonly to?: '/projects';
}

export function DeleteProject({ project: { id, projectName }, to, onClose }: DeleteProjectProps) {
  return (
    <DeleteDialog
      name={projectName}
      kind="project"
      call={projectCalls.remove(id)}
      forget={[projectKeys.all]}
      {...(to === undefined ? { refresh: [projectKeys.all] } : { to })}
      onClose={onClose}
    >
      Its work stops and its models are no longer listed; what was deployed or registered goes on. The API can recover
      the project for a while.
    </DeleteDialog>
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
