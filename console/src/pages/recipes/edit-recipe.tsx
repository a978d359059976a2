import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { TextDialog } from '../../parts/text-dialog.tsx';

export function EditRecipe({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  return (
    <TextDialog
      title={`Edit ${recipe.name}`}
      was={recipe}
      call={(text) => recipeCalls.change(recipe.recipeId, text)}
      refresh={[recipeKeys.all]}
      onClose={onClose}
    />
  );
}
