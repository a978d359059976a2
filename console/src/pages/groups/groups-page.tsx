import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { calls } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { usePlace } from '../../parts/list/use-place.ts';
import { GroupDialog } from './group-dialog.tsx';
import { GroupTable } from './group-table.tsx';

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
