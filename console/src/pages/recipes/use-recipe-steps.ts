import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callQuery } from '../../api/call-query.ts';
import { type Operation, type Recipe, type RecipeInput, recipeCalls, recipeKeys } from '../../api/recipes.ts';
import { send } from '../../api/send.ts';
import { textOf } from './steps/read-values.ts';

/** Saves the steps. Datasets that joins name and the recipe does not read yet become inputs first. */
export function useRecipeSteps(recipe: Recipe) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (operations: readonly Operation[]) => {
      const inputs = withJoined(recipe.inputs, operations);
      if (inputs.length > recipe.inputs.length) await send(recipeCalls.setInputs(recipe.recipeId, inputs));
      return send(recipeCalls.setOperations(recipe.recipeId, operations));
    },
    onSuccess: (changed) => {
      client.setQueryData(callQuery(recipeCalls.one(recipe.recipeId)).queryKey, changed);
      void client.invalidateQueries({ queryKey: recipeKeys.all });
    },
  });
}

export function withJoined(inputs: readonly RecipeInput[], operations: readonly Operation[]): readonly RecipeInput[] {
  const read = new Set(inputs.map(({ datasetId }) => datasetId));
  const joined = operations
    .filter(({ directive, arguments: values }) => directive === 'join' && values.source === 'dataset')
    .map(({ arguments: values }) => textOf(values.rightDatasetId));
  const missing = [...new Set(joined)].filter((id) => id !== '' && !read.has(id));
  return [
    ...inputs,
    ...missing.map((datasetId) => ({ inputType: 'dataset' as const, datasetId, alias: null, sampling: null })),
  ];
}
