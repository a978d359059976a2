import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { calls, type Group } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ListPage, usePlace } from '../../parts/list-page.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { GroupDialog } from './group-dialog.tsx';

export function GroupsPage() {
  const place = usePlace();
  const groups = useQuery(callQuery(calls.groups(place.window)));
  const navigate = useNavigate();
  return (
    <ListPage
      title="Groups"
      intro="Share with a group once, instead of with each of its members."
      calls={[calls.groups(place.window)]}
      what="groups"
      icon="group"
      of={groups}
      place={place}
      empty="Put people who work together into a group, then share with all of them at once."
      create={{
        label: 'Create group',
        first: 'Create the first group',
        dialog: (close) => (
          <GroupDialog
            onClose={close}
            onDone={({ id }) => void navigate({ to: '/groups/$groupId', params: { groupId: id } })}
          />
        ),
      }}
    >
      {(rows) => <GroupTable groups={rows} />}
    </ListPage>
  );
}

function GroupTable({ groups }: { groups: readonly Group[] }) {
  return (
    <DataTable label="Groups" columns={['Name', 'Description', 'Members', 'Created']} numeric={['Members']}>
      {groups.map((group) => (
        <Table.Tr key={group.id}>
          <Table.Td>
            <Link to="/groups/$groupId" params={{ groupId: group.id }} className="row-link">
              {group.name}
            </Link>
          </Table.Td>
          <Table.Td>{group.description}</Table.Td>
          <Table.Td ta="right" className="number">
            {group.membersCount}
          </Table.Td>
          <Table.Td>
            <Timestamp iso={group.createdAt} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
