import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

export function EditRecipe({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  const [name, setName] = useState(recipe.name);
  const [description, setDescription] = useState(recipe.description);
  const save = useChange(
    (change: { name: string; description: string }) => recipeCalls.change(recipe.recipeId, change),
    { refresh: [recipeKeys.all], onDone: onClose },
  );
  return (
    <FormDialog
      title={`Edit ${recipe.name}`}
      onClose={onClose}
      submit="Save"
      onSubmit={() => save.mutate({ name, description })}
      busy={save.isPending}
      problem={save.error}
      refused="Nothing was changed"
    >
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        data-autofocus
        error={fieldError(save.error, 'name')}
      />
      <Textarea
        label="Description"
        description="Optional"
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        autosize
        minRows={2}
        error={fieldError(save.error, 'description')}
      />
    </FormDialog>
  );
}
