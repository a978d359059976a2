import { type Project, projectCalls, projectKeys } from '../../api/projects.ts';
import { TextDialog } from '../../parts/text-dialog.tsx';

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
