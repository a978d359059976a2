import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { keys } from '../../api/keys.ts';
import type { Group, GroupText } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameAndDescription } from '../../parts/name-and-description.tsx';

interface GroupDialogProps {
  /** The group to change; without one a new group is made. */
  readonly group?: Group;
  readonly onClose: () => void;
  readonly onDone: (group: Group) => void;
}

export function GroupDialog({ group, onClose, onDone }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const save = useChange((text: GroupText) => (group ? calls.changeGroup(group.id, text) : calls.createGroup(text)), {
    refresh: [keys.groups],
    onDone,
  });
  return (
    <FormDialog
      title={group ? `Edit ${group.name}` : 'Create a group'}
      onClose={onClose}
      submit={group ? 'Save' : 'Create group'}
      onSubmit={() => save.mutate({ name, description: description === '' ? null : description })}
      busy={save.isPending}
      problem={save.error}
      refused={group ? 'Nothing was changed' : 'The group was not created'}
    >
      <NameAndDescription
        name={name}
        onName={setName}
        description={description}
        onDescription={setDescription}
        problem={save.error}
      />
    </FormDialog>
  );
}
