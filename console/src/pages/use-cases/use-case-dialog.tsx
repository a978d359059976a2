import { type UseCase, useCaseCalls, useCaseKeys } from '../../api/use-cases.ts';
import { TextDialog } from '../../parts/dialogs.tsx';

interface UseCaseDialogProps {
  /** The one to change; without it a new one is made. */
  readonly useCase?: UseCase;
  readonly onClose: () => void;
  readonly onDone: (useCase: UseCase) => void;
}

export function UseCaseDialog({ useCase, onClose, onDone }: UseCaseDialogProps) {
  return (
    <TextDialog
      title={useCase ? `Edit ${useCase.name}` : 'A new use case'}
      submit={useCase ? 'Save' : 'Create'}
      refused={useCase ? 'Nothing was changed' : 'The use case was not made'}
      was={{ name: useCase?.name ?? '', description: useCase?.description ?? '' }}
      call={(text) => (useCase ? useCaseCalls.change(useCase.id, text) : useCaseCalls.create(text))}
      refresh={[useCaseKeys.all]}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
