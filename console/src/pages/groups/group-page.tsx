import { Button, Group } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { calls, keys } from '../../api/accounts.ts';
import { sentence } from '../../api/api-problem.ts';
import { useCall, useChange } from '../../api/call-query.ts';
import { Allowed, HeadButton, RowButton } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { DeleteDialog, SubmitForm } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { PAGE_SIZE, PagedReply } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, EmptyState, Panel, ProblemNote } from '../../parts/panel.tsx';
import { GroupDialog } from './groups-page.tsx';

export function GroupPage() {
  const { groupId } = useParams({ from: '/signed-in/groups/$groupId' });
  const group = useCall(calls.group(groupId));
  const found = group.data;
  return (
    <Page
      title={found?.name ?? 'Group'}
      intro={found?.description ?? undefined}
      calls={[calls.group(groupId), calls.members(groupId, { offset: 0, limit: PAGE_SIZE })]}
      actions={
        <>
          <HeadButton
            label="Edit"
            needs={calls.changeGroup(groupId, {})}
            disabled={!found}
            dialog={(close) => found && <GroupDialog group={found} onClose={close} onDone={close} />}
          />
          <HeadButton
            label="Delete"
            needs={calls.deleteGroup(groupId)}
            dangerous
            disabled={!found}
            dialog={(close) => (
              <DeleteDialog
                name={found?.name ?? ''}
                kind="group"
                call={calls.deleteGroup(groupId)}
                forget={[keys.groups]}
                to="/groups"
                onClose={close}
              >
                Its members keep their accounts, but lose what was shared with the group only. This cannot be undone.
              </DeleteDialog>
            )}
          />
        </>
      }
    >
      <Answer of={group} what="this group">
        {() => <GroupMembers groupId={groupId} />}
      </Answer>
    </Page>
  );
}

function GroupMembers({ groupId }: { groupId: string }) {
  const remove = useChange((userId: string) => calls.removeMember(groupId, userId), { refresh: [keys.groups] });
  return (
    <Panel
      title="Members"
      aside={
        <Allowed needs={calls.addMember(groupId, '')}>
          <AddMember groupId={groupId} />
        </Allowed>
      }
    >
      <ProblemNote problem={remove.error} title="The member was not removed" />
      <PagedReply
        list={(window) => calls.members(groupId, window)}
        what="the members"
        rows="members"
        empty={
          <EmptyState icon="group" title="Nobody is in this group yet">
            Add somebody by their username, above.
          </EmptyState>
        }
      >
        {(members) => (
          <DataTable
            label="Members"
            minWidth={420}
            rows={members}
            idOf={({ userId }) => userId}
            columns={[
              { name: 'Username', fw: 500, cell: ({ username }) => username },
              { name: 'Name', cell: (member) => [member.firstName, member.lastName].filter(Boolean).join(' ') },
              {
                name: '',
                cell: ({ userId, username }) => (
                  <RowButton
                    label="Remove"
                    of={username}
                    needs={calls.removeMember(groupId, userId)}
                    onClick={() => remove.mutate(userId)}
                  />
                ),
              },
            ]}
          />
        )}
      </PagedReply>
    </Panel>
  );
}

function AddMember({ groupId }: { groupId: string }) {
  const [username, setUsername] = useState('');
  const add = useChange((name: string) => calls.addMember(groupId, name), {
    refresh: [keys.groups],
    onDone: () => setUsername(''),
  });
  return (
    <SubmitForm onSubmit={() => add.mutate(username)}>
      <Group gap="xs" align="flex-start">
        <TextField
          aria-label="Username of the new member"
          placeholder="Username"
          size="xs"
          value={username}
          onChange={setUsername}
          required
          error={add.error && sentence(add.error)}
        />
        <Button type="submit" size="xs" loading={add.isPending}>
          Add
        </Button>
      </Group>
    </SubmitForm>
  );
}
