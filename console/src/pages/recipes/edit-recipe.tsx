import { useState } from 'react';
import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameAndDescription } from '../../parts/name-and-description.tsx';

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
