import { useState } from 'react';
import { type Project, type ProjectChange, projectCalls, projectKeys } from '../../api/projects.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameAndDescription } from '../../parts/name-and-description.tsx';

export function RenameProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const [name, setName] = useState(project.projectName);
  const [description, setDescription] = useState(project.projectDescription ?? '');
  const save = useChange((change: ProjectChange) => projectCalls.change(project.id, change), {
    refresh: [projectKeys.all],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Rename ${project.projectName}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate({ projectName: name, projectDescription: description })}
      busy={save.isPending}
      problem={save.error}
      refused="Nothing was changed"
    >
      <NameAndDescription
        name={name}
        onName={setName}
        description={description}
        onDescription={setDescription}
        problem={save.error}
        nameField="projectName"
      />
    </FormDialog>
  );
}
