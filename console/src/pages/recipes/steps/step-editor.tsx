import type { Operation, Recipe } from '../../../api/recipes.ts';
import { usePreview } from '../use-preview.ts';
import { StepDialog } from './step-dialog.tsx';

interface StepEditorProps {
  readonly recipe: Recipe;
  readonly step: Operation;
  readonly index: number;
  readonly isNew: boolean;
  readonly busy: boolean;
  readonly problem: unknown;
  readonly onSave: (step: Operation) => void;
  readonly onClose: () => void;
}

/** The dialog of a step, which offers the columns there are before it. */
export function StepEditor({ recipe, ...props }: StepEditorProps) {
  const { preview } = usePreview(recipe, props.index);
  return <StepDialog {...props} columns={preview?.columns ?? []} />;
}
