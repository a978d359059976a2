import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { type Project, type ProjectChange, projectCalls, projectKeys } from '../../api/projects.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

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
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
        error={fieldError(save.error, 'projectName')}
      />
      <Textarea
        label="Description"
        description="Optional"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}
