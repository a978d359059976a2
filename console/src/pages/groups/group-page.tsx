import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { calls, keys } from '../../api/accounts.ts';
import { callQuery } from '../../api/call-query.ts';
import { DeleteDialog } from '../../parts/dialogs.tsx';
import { PAGE_SIZE } from '../../parts/list-page.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer } from '../../parts/panel.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { GroupMembers } from './group-members.tsx';

export function GroupPage() {
  const { groupId } = useParams({ from: '/signed-in/groups/$groupId' });
  const group = useQuery(callQuery(calls.group(groupId)));
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <Page
      title={group.data?.name ?? 'Group'}
      {...(group.data?.description ? { intro: group.data.description } : {})}
      calls={[calls.group(groupId), calls.members(groupId, { offset: 0, limit: PAGE_SIZE })]}
      actions={
        <>
          <Button size="xs" variant="default" onClick={() => setDialog('edit')} disabled={!group.data}>
            Edit
          </Button>
          <Button
            size="xs"
            variant="default"
            className="danger"
            onClick={() => setDialog('delete')}
            disabled={!group.data}
          >
            Delete
          </Button>
        </>
      }
    >
      <Answer of={group} what="this group">
        {(found) => (
          <>
            <GroupMembers groupId={groupId} />
            {dialog === 'edit' && <GroupDialog group={found} onClose={close} onDone={close} />}
            {dialog === 'delete' && <DeleteGroup id={groupId} name={found.name} onClose={close} />}
          </>
        )}
      </Answer>
    </Page>
  );
}

function DeleteGroup({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  return (
    <DeleteDialog
      name={name}
      kind="group"
      call={calls.deleteGroup(id)}
      forget={[keys.groups]}
      to="/groups"
      onClose={onClose}
    >
      Its members keep their accounts, but lose what was shared with the group only. This cannot be undone.
    </DeleteDialog>
  );
}
