import { calls, type Group, keys } from '../../api/accounts.ts';
import { TextDialog } from '../../parts/dialogs.tsx';

interface GroupDialogProps {
  /** The group to change; without one a new group is made. */
  readonly group?: Group;
  readonly onClose: () => void;
  readonly onDone: (group: Group) => void;
}

export function GroupDialog({ group, onClose, onDone }: GroupDialogProps) {
  return (
    <TextDialog
      title={group ? `Edit ${group.name}` : 'Create a group'}
      submit={group ? 'Save' : 'Create group'}
      refused={group ? 'Nothing was changed' : 'The group was not created'}
      was={{ name: group?.name ?? '', description: group?.description ?? '' }}
      call={({ name, description }) => {
        const text = { name, description: description === '' ? null : description };
        return group ? calls.changeGroup(group.id, text) : calls.createGroup(text);
      }}
      refresh={[keys.groups]}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
