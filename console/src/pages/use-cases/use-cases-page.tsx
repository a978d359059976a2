import { useNavigate } from '@tanstack/react-router';
import { type UseCase, useCaseCalls, useCaseKeys } from '../../api/use-cases.ts';
import { RowLink } from '../../parts/actions.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { TextDialog } from '../../parts/dialogs.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { Small, Timestamp } from '../../parts/text.tsx';
import { contentsText } from './kinds.ts';

export function UseCasesPage() {
  const navigate = useNavigate();
  const open = ({ id }: UseCase) => void navigate({ to: '/use-cases/$useCaseId', params: { useCaseId: id } });
  return (
    <ListPage
      title="Use cases"
      intro="A place for what belongs together: datasets, recipes, projects, deployments. Share all of it at once."
      what="use cases"
      icon="useCase"
      list={useCaseCalls.list}
      searches="names"
      empty="Create one for each question you answer with data, and put what belongs to it inside."
      create={{
        label: 'New use case',
        first: 'Create the first use case',
        dialog: (close) => <UseCaseDialog onClose={close} onDone={open} />,
      }}
    >
      {(rows) => <DataTable label="Use cases" rows={rows} idOf={({ id }) => id} columns={columns} />}
    </ListPage>
  );
}

const columns: readonly Column<UseCase>[] = [
  {
    name: 'Name',
    cell: ({ id, name, description }) => (
      <>
        <RowLink to="/use-cases/$useCaseId" params={{ useCaseId: id }} text={name} />
        <Small lineClamp={1}>{description}</Small>
      </>
    ),
  },
  { name: 'Contents', cell: contentsText },
  { name: 'Members', numeric: true, cell: ({ members }) => members.length },
  { name: 'Changed', cell: ({ updatedAt }) => <Timestamp iso={updatedAt} /> },
];

interface UseCaseDialogProps {
  /** The one to change; without it a new one is made. */
  readonly useCase?: UseCase;
  readonly onClose: () => void;
  readonly onDone: (useCase: UseCase) => void;
}

export function UseCaseDialog({ useCase, ...sending }: UseCaseDialogProps) {
  return (
    <TextDialog
      title={useCase ? `Edit ${useCase.name}` : 'A new use case'}
      submit={useCase ? 'Save' : 'Create'}
      refused={useCase ? 'Nothing was changed' : 'The use case was not made'}
      was={{ name: useCase?.name ?? '', description: useCase?.description ?? '' }}
      call={(text) => (useCase ? useCaseCalls.change(useCase.id, text) : useCaseCalls.create(text))}
      refresh={[useCaseKeys.all]}
      {...sending}
    />
  );
}
