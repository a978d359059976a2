import { Button, Group, Table, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls, keys, type Member } from '../../api/accounts.ts';
import { sentence } from '../../api/api-problem.ts';
import { callQuery, useChange } from '../../api/call-query.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { PAGE_SIZE, Paging } from '../../parts/list-page.tsx';
import { Answer, EmptyState, Panel, ProblemNote } from '../../parts/panel.tsx';

export function GroupMembers({ groupId }: { groupId: string }) {
  const [offset, setOffset] = useState(0);
  const members = useQuery(callQuery(calls.members(groupId, { offset, limit: PAGE_SIZE })));
  const remove = useChange((userId: string) => calls.removeMember(groupId, userId), { refresh: [keys.groups] });
  return (
    <Panel title="Members" aside={<AddMember groupId={groupId} />}>
      <ProblemNote problem={remove.error} title="The member was not removed" />
      <Answer of={members} what="the members">
        {({ data, count, totalCount }) =>
          totalCount === 0 ? (
            <EmptyState icon="group" title="Nobody is in this group yet">
              Add somebody by their username, above.
            </EmptyState>
          ) : (
            <>
              <MemberTable members={data} onRemove={(id) => remove.mutate(id)} />
              <Paging offset={offset} count={count} total={totalCount} what="members" onOffset={setOffset} />
            </>
          )
        }
      </Answer>
    </Panel>
  );
}

function MemberTable({ members, onRemove }: { members: readonly Member[]; onRemove: (id: string) => void }) {
  return (
    <DataTable label="Members" columns={['Username', 'Name', '']} minWidth={420}>
      {members.map((member) => (
        <Table.Tr key={member.userId}>
          <Table.Td fw={500}>{member.username}</Table.Td>
          <Table.Td>{[member.firstName, member.lastName].filter(Boolean).join(' ')}</Table.Td>
          <Table.Td ta="right">
            <Button
              size="compact-xs"
              variant="subtle"
              className="danger"
              onClick={() => onRemove(member.userId)}
              aria-label={`Remove ${member.username}`}
            >
              Remove
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function AddMember({ groupId }: { groupId: string }) {
  const [username, setUsername] = useState('');
  const add = useChange((name: string) => calls.addMember(groupId, name), {
    refresh: [keys.groups],
    onDone: () => setUsername(''),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(username);
      }}
    >
      <Group gap="xs" align="flex-start">
        <TextInput
          aria-label="Username of the new member"
          placeholder="Username"
          size="xs"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          required
          error={add.error && sentence(add.error)}
        />
        <Button type="submit" size="xs" loading={add.isPending}>
          Add
        </Button>
      </Group>
    </form>
  );
}
