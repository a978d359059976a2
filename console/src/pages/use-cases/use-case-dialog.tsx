import { useState } from 'react';
import { type UseCase, useCaseCalls, useCaseKeys } from '../../api/use-cases.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameAndDescription } from '../../parts/name-and-description.tsx';

interface UseCaseDialogProps {
  /** The one to change; without it a new one is made. */
  readonly useCase?: UseCase;
  readonly onClose: () => void;
  readonly onDone: (useCase: UseCase) => void;
}

export function UseCaseDialog({ useCase, onClose, onDone }: UseCaseDialogProps) {
  const [name, setName] = useState(useCase?.name ?? '');
  const [description, setDescription] = useState(useCase?.description ?? '');
  const save = useChange(
    (text: { name: string; description: string }) =>
      useCase ? useCaseCalls.change(useCase.id, text) : useCaseCalls.create(text),
    { refresh: [useCaseKeys.all], onDone },
  );
  return (
    <FormDialog
      title={useCase ? `Edit ${useCase.name}` : 'A new use case'}
      onClose={onClose}
      submit={useCase ? 'Save' : 'Make it'}
      onSubmit={() => save.mutate({ name, description })}
      busy={save.isPending}
      problem={save.error}
      refused={useCase ? 'Nothing was changed' : 'The use case was not made'}
    >
      <NameAndDescription
        name={name}
        onName={setName}
        description={description}
        onDescription={setDescription}
        problem={save.error}
      />
    </FormDialog>
  );
}
