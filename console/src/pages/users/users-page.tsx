import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { calls, queries } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { usePlace } from '../../parts/list/use-place.ts';
import { CreateUser } from './create-user.tsx';
import { UserTable } from './user-table.tsx';

export function UsersPage() {
  const { data: account } = useSuspenseQuery(queries.account());
  const place = usePlace();
  const users = useQuery(callQuery(calls.users(account.orgId, place.window)));
  return (
    <ListPage
      title="Users"
      intro="Everybody in your organization. A disabled account keeps its work, but nothing of it opens any more."
      calls={[calls.users(account.orgId, place.window)]}
      what="users"
      icon="user"
      of={users}
      place={place}
      empty="Create accounts for those who work with you."
      create={{
        label: 'Create user',
        first: 'Create the first user',
        dialog: (close) => <CreateUser onClose={close} />,
      }}
    >
      {(rows) => <UserTable users={rows} ownId={account.uid} />}
    </ListPage>
  );
}
