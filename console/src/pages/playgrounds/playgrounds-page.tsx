import { useNavigate } from '@tanstack/react-router';
import { type Playground, playgroundCalls, playgroundKeys } from '../../api/generative.ts';
import { useInUseCase } from '../../api/use-cases.ts';
import { RowLink } from '../../parts/actions.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormModal } from '../../parts/dialogs.tsx';
import { NameAndDescription, useFields } from '../../parts/fields.tsx';
import { ListPage } from '../../parts/list-page.tsx';
import { isNewUseCase, UseCaseSelect } from '../../parts/pickers.tsx';
import { Timestamp } from '../../parts/text.tsx';

export function PlaygroundsPage() {
  const navigate = useNavigate();
  return (
    <ListPage
      title="Playgrounds"
      intro="Try language models: give each its settings and documents, chat with it, and compare several on one question."
      what="playgrounds"
      icon="chat"
      list={playgroundCalls.list}
      empty="A playground holds LLM blueprints: models with their settings, and the documents they answer from."
      create={{
        label: 'Create playground',
        first: 'Create the first playground',
        dialog: (close) => (
          <CreatePlayground
            onClose={close}
            onDone={({ id }) => void navigate({ to: '/playgrounds/$playgroundId', params: { playgroundId: id } })}
          />
        ),
      }}
    >
      {(rows) => <DataTable label="Playgrounds" rows={rows} idOf={(one) => one.id} columns={columns} />}
    </ListPage>
  );
}

const columns: readonly Column<Playground>[] = [
  {
    name: 'Name',
    cell: (one) => <RowLink to="/playgrounds/$playgroundId" params={{ playgroundId: one.id }} text={one.name} />,
  },
  { name: 'Description', cell: (one) => one.description },
  { name: 'Blueprints', numeric: true, cell: (one) => one.llmBlueprintsCount },
  { name: 'Saved', numeric: true, cell: (one) => one.savedLlmBlueprintsCount },
  { name: 'Made by', cell: (one) => one.userName },
  { name: 'Changed', cell: (one) => <Timestamp iso={one.lastUpdateDate} /> },
];

function CreatePlayground({ onClose, onDone }: { onClose: () => void; onDone: (playground: Playground) => void }) {
  const { values, field } = useFields({ name: '', description: '', useCaseId: null as string | null });
  const { useCaseId, ...text } = values;
  const create = useInUseCase(
    ({ name, description }: { name: string; description: string; useCaseId: string | null }, inside) =>
      playgroundCalls.create({ name, description, useCaseId: inside }),
    { refresh: playgroundKeys.all, onDone },
  );
  return (
    <FormModal
      title="Create a playground"
      onClose={onClose}
      submit="Create playground"
      onSubmit={() =>
        useCaseId !== null && create.mutate({ ...text, useCaseId: isNewUseCase(useCaseId) ? null : useCaseId })
      }
      change={{ isPending: create.isPending || useCaseId === null, error: create.error }}
      refused="The playground was not created"
    >
      <NameAndDescription name={field('name')} description={field('description')} />
      <UseCaseSelect {...field('useCaseId')} of="playground" />
    </FormModal>
  );
}
