import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { callQuery } from '../../api/call-query.ts';
import { sharingCalls } from '../../api/sharing.ts';
import { type UseCase, useCaseCalls, useCaseKeys } from '../../api/use-cases.ts';
import { DeleteDialog } from '../../parts/dialogs.tsx';
import { Page } from '../../parts/page.tsx';
import { Answer, Panel } from '../../parts/panel.tsx';
import { SharedWith } from '../../parts/sharing.tsx';
import { UseCaseDialog } from './use-case-dialog.tsx';
import { UseCaseResources } from './use-case-resources.tsx';

export function UseCasePage() {
  const { useCaseId } = useParams({ from: '/signed-in/use-cases/$useCaseId' });
  const { tab } = useSearch({ from: '/signed-in/use-cases/$useCaseId' });
  const navigate = useNavigate({ from: '/use-cases/$useCaseId' });
  const useCase = useQuery(callQuery(useCaseCalls.one(useCaseId)));
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  const shown = tab === 'members' ? 'members' : 'contents';
  return (
    <Page
      title={useCase.data?.name ?? 'Use case'}
      {...(useCase.data?.description ? { intro: useCase.data.description } : {})}
      calls={[
        useCaseCalls.one(useCaseId),
        shown === 'members' ? sharingCalls.list(`useCases/${useCaseId}/`) : useCaseCalls.resources(useCaseId),
      ]}
      actions={
        useCase.data && (
          <>
            <Button size="xs" variant="default" onClick={() => setDialog('edit')}>
              Edit
            </Button>
            <Button size="xs" variant="default" className="danger" onClick={() => setDialog('delete')}>
              Delete
            </Button>
          </>
        )
      }
    >
      <Answer of={useCase} what="this use case">
        {(found) => (
          <>
            <Tabs
              value={shown}
              keepMounted={false}
              onChange={(to) => void navigate({ search: to === 'members' ? { tab: to } : {}, replace: true })}
            >
              <Tabs.List aria-label="Parts of this use case" mb="lg">
                <Tabs.Tab value="contents">Contents</Tabs.Tab>
                <Tabs.Tab value="members">Members</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="contents">
                <UseCaseResources useCaseId={useCaseId} />
              </Tabs.Panel>
              <Tabs.Panel value="members">
                <Panel title="Members" intro="Members see everything inside. Owners and editors also change it.">
                  <SharedWith path={`useCases/${useCaseId}/`} />
                </Panel>
              </Tabs.Panel>
            </Tabs>
            {dialog === 'edit' && <UseCaseDialog useCase={found} onClose={close} onDone={close} />}
            {dialog === 'delete' && <DeleteUseCase useCase={found} onClose={close} />}
          </>
        )}
      </Answer>
    </Page>
  );
}

function DeleteUseCase({ useCase: { id, name }, onClose }: { useCase: UseCase; onClose: () => void }) {
  return (
    <DeleteDialog
      name={name}
      kind="use case"
      call={useCaseCalls.remove(id)}
      forget={[useCaseKeys.all]}
      to="/use-cases"
      onClose={onClose}
    >
      What lies in it stays, but members lose what was shared with them only here. This cannot be undone.
    </DeleteDialog>
  );
}
