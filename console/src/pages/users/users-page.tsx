import { Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { queries } from '../../api/queries.ts';
import { Answer } from '../../parts/answer.tsx';
import { Page } from '../../parts/page.tsx';
import { PAGE_SIZE, Paging } from '../../parts/paging.tsx';
import { CreateUser } from './create-user.tsx';
import { UserTable } from './user-table.tsx';

/** There is always one user, the reader: this list has no empty state. */
export function UsersPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const [offset, setOffset] = useState(0);
  const window = { offset, limit: PAGE_SIZE };
  const users = useQuery(queries.users(account.orgId, window));
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="Users"
      intro="Everybody in your organization. A disabled account keeps its work, but nothing of it opens any more."
      calls={[calls.users(account.orgId, window)]}
      actions={
        <Button size="xs" onClick={open}>
          Create user
        </Button>
      }
    >
      <Paper withBorder>
        <Answer of={users} what="the users">
          {({ data, count, totalCount }) => (
            <>
              <UserTable users={data} ownId={account.uid} />
              <Paging offset={offset} count={count} total={totalCount} what="users" onOffset={setOffset} />
            </>
          )}
        </Answer>
      </Paper>
      {creating && <CreateUser onClose={close} />}
    </Page>
  );
}
