import { useParams, useSearch } from '@tanstack/react-router';
import { useCall } from '../../api/call-query.ts';
import { sharingCalls } from '../../api/sharing.ts';
import { type UseCase, useCaseCalls, useCaseKeys } from '../../api/use-cases.ts';
import { HeadButton } from '../../parts/actions.tsx';
import { DeleteDialog } from '../../parts/dialogs.tsx';
import { Page } from '../../parts/page.tsx';
import { AddressedTabs, Answer, Panel } from '../../parts/panel.tsx';
import { SharedWith } from '../../parts/sharing.tsx';
import { UseCaseResources } from './use-case-resources.tsx';
import { UseCaseDialog } from './use-cases-page.tsx';

export function UseCasePage() {
  const { useCaseId } = useParams({ from: '/signed-in/use-cases/$useCaseId' });
  const { tab } = useSearch({ from: '/signed-in/use-cases/$useCaseId' });
  const useCase = useCall(useCaseCalls.one(useCaseId));
  const path = `useCases/${useCaseId}/`;
  return (
    <Page
      title={useCase.data?.name ?? 'Use case'}
      intro={useCase.data?.description}
      calls={[
        useCaseCalls.one(useCaseId),
        tab === 'members' ? sharingCalls.list(path) : useCaseCalls.resources(useCaseId),
      ]}
      actions={useCase.data && <Actions useCase={useCase.data} />}
    >
      <Answer of={useCase} what="this use case">
        {() => (
          <AddressedTabs
            label="Parts of this use case"
            tabs={[
              { value: 'contents', label: 'Contents', content: () => <UseCaseResources useCaseId={useCaseId} /> },
              {
                value: 'members',
                label: 'Members',
                content: () => (
                  <Panel title="Members" intro="Members see everything inside. Owners and editors also change it.">
                    <SharedWith path={path} />
                  </Panel>
                ),
              },
            ]}
          />
        )}
      </Answer>
    </Page>
  );
}

function Actions({ useCase }: { useCase: UseCase }) {
  return (
    <>
      <HeadButton
        label="Edit"
        needs={useCaseCalls.change(useCase.id, {})}
        dialog={(close) => <UseCaseDialog useCase={useCase} onClose={close} onDone={close} />}
      />
      <HeadButton
        label="Delete"
        dangerous
        needs={useCaseCalls.remove(useCase.id)}
        dialog={(close) => (
          <DeleteDialog
            name={useCase.name}
            kind="use case"
            call={useCaseCalls.remove(useCase.id)}
            forget={[useCaseKeys.all]}
            to="/use-cases"
            onClose={close}
          >
            What lies in it stays, but members lose what was shared with them only here. This cannot be undone.
          </DeleteDialog>
        )}
      />
    </>
  );
}
