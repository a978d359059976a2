import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callQuery } from '../../api/call-query.ts';
import { useCaseCalls } from '../../api/use-cases.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { usePlace } from '../../parts/list/use-place.ts';
import { UseCaseDialog } from './use-case-dialog.tsx';
import { UseCaseTable } from './use-case-table.tsx';

export function UseCasesPage() {
  const place = usePlace();
  const useCases = useQuery(callQuery(useCaseCalls.list(place.window, place.search)));
  const navigate = useNavigate();
  return (
    <ListPage
      title="Use cases"
      intro="A place for what belongs together: datasets, recipes, projects, deployments. Share all of it at once."
      calls={[useCaseCalls.list(place.window, place.search)]}
      what="use cases"
      icon="useCase"
      of={useCases}
      place={place}
      searches="names"
      empty="Create one for each question you answer with data, and put what belongs to it inside."
      create={{
        label: 'New use case',
        first: 'Create the first use case',
        dialog: (close) => (
          <UseCaseDialog
            onClose={close}
            onDone={({ id }) => void navigate({ to: '/use-cases/$useCaseId', params: { useCaseId: id } })}
          />
        ),
      }}
    >
      {(rows) => <UseCaseTable useCases={rows} />}
    </ListPage>
  );
}
