import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { type Playground, playgroundCalls, playgroundKeys } from '../../api/playgrounds.ts';
import { useInUseCase } from '../../api/use-cases.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameAndDescription } from '../../parts/name-and-description.tsx';
import { isNewUseCase, UseCaseSelect } from '../../parts/use-case-select.tsx';

interface CreatePlaygroundProps {
  readonly onClose: () => void;
  readonly onDone: (playground: Playground) => void;
}

export function CreatePlayground({ onClose, onDone }: CreatePlaygroundProps) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [useCaseId, setUseCaseId] = useState<string | null>(null);
  const create = useInUseCase(
    (text: { name: string; description: string; useCaseId: string | null }, inside) =>
      playgroundCalls.create({ name: text.name, description: text.description, useCaseId: inside }),
    { refresh: playgroundKeys.all, onDone },
  );
  return (
    <FormDialog
      title="Create a playground"
      onClose={onClose}
      submit="Create playground"
      onSubmit={() => {
        if (useCaseId !== null)
          create.mutate({ name, description, useCaseId: isNewUseCase(useCaseId) ? null : useCaseId });
      }}
      busy={create.isPending || useCaseId === null}
      problem={create.error}
      refused="The playground was not created"
    >
      <NameAndDescription
        name={name}
        onName={setName}
        description={description}
        onDescription={setDescription}
        problem={create.error}
      />
      <UseCaseSelect
        value={useCaseId}
        onChange={setUseCaseId}
        of="playground"
        error={fieldError(create.error, 'useCaseId')}
      />
    </FormDialog>
  );
}
