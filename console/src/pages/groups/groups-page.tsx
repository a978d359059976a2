import { useNavigate } from '@tanstack/react-router';
import { calls, type Group, keys } from '../../api/accounts.ts';
import { RowLink } from '../../parts/actions.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { TextDialog } from '../../parts/dialogs.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Timestamp } from '../../parts/text.tsx';

export function GroupsPage() {
  const navigate = useNavigate();
  const open = ({ id }: Group) => void navigate({ to: '/groups/$groupId', params: { groupId: id } });
  return (
    <ListPage
      title="Groups"
      intro="Share with a group once, instead of with each of its members."
      what="groups"
      icon="group"
      list={calls.groups}
      empty="Put people who work together into a group, then share with all of them at once."
      create={{
        label: 'Create group',
        needs: calls.createGroup({ name: '' }),
        first: 'Create the first group',
        dialog: (close) => <GroupDialog onClose={close} onDone={open} />,
      }}
    >
      {(rows) => <DataTable label="Groups" rows={rows} idOf={({ id }) => id} columns={columns} />}
    </ListPage>
  );
}

const columns: readonly Column<Group>[] = [
  { name: 'Name', cell: ({ id, name }) => <RowLink to="/groups/$groupId" params={{ groupId: id }} text={name} /> },
  { name: 'Description', cell: ({ description }) => description },
  { name: 'Members', numeric: true, cell: ({ membersCount }) => membersCount },
  { name: 'Created', cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
];

interface GroupDialogProps {
  /** The group to change; without one a new group is made. */
  readonly group?: Group;
  readonly onClose: () => void;
  readonly onDone: (group: Group) => void;
}

export function GroupDialog({ group, ...sending }: GroupDialogProps) {
  return (
    <TextDialog
      title={group ? `Edit ${group.name}` : 'Create a group'}
      submit={group ? 'Save' : 'Create group'}
      refused={group ? 'Nothing was changed' : 'The group was not created'}
      was={{ name: group?.name ?? '', description: group?.description ?? '' }}
      call={({ name, description }) => {
        const text = { name, description: description || null };
        return group ? calls.changeGroup(group.id, text) : calls.createGroup(text);
      }}
      refresh={[keys.groups]}
      {...sending}
    />
  );
}
