import { Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { queries } from '../../api/queries.ts';
import { Answer } from '../../parts/answer.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { GroupTable } from './group-table.tsx';

export function GroupsPage() {
  const [offset, setOffset] = useState(0);
  const window = { offset, limit: PAGE_SIZE };
  const groups = useQuery(queries.groups(window));
  const [creating, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  return (
    <Page
      title="Groups"
      intro="Share with a group once, instead of with each of its members."
      calls={[calls.groups(window)]}
      actions={
        <Button size="xs" onClick={open}>
          Create group
        </Button>
      }
    >
      <Paper withBorder>
        <Answer of={groups} what="the groups">
          {({ data, count, totalCount }) =>
            totalCount === 0 ? (
              <EmptyState
                icon="group"
                title="No groups yet"
                action={<Button onClick={open}>Create the first group</Button>}
              >
                Put people who work together into a group, then share with all of them at once.
              </EmptyState>
            ) : (
              <>
                <GroupTable groups={data} />
                <Paging offset={offset} count={count} total={totalCount} what="groups" onOffset={setOffset} />
              </>
            )
          }
        </Answer>
      </Paper>
      {creating && (
        <GroupDialog
          onClose={close}
          onDone={({ id }) => void navigate({ to: '/groups/$groupId', params: { groupId: id } })}
        />
      )}
    </Page>
  );
}
