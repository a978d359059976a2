import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Recipe, recipeCalls, recipeKeys } from '../../../api/recipes.ts';
import { send } from '../../../api/send.ts';
import { downsamplingOf, type SamplingForm, samplingOf, settingsOf } from './sampling-form.ts';

/** Saves what both parts of the form say; the API keeps them in three places. */
export function useSampling(recipe: Recipe, onDone: () => void) {
  const client = useQueryClient();
  const { recipeId, inputs } = recipe;
  return useMutation({
    mutationFn: async (form: SamplingForm) => {
      const sampled = inputs.map((input, index) => (index === 0 ? { ...input, sampling: samplingOf(form) } : input));
      await send(recipeCalls.setInputs(recipeId, sampled));
      if (form.publish === 'smart-downsampling') await send(recipeCalls.setSettings(recipeId, settingsOf(form)));
      return send(recipeCalls.setDownsampling(recipeId, downsamplingOf(form)));
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: recipeKeys.one(recipeId) });
      onDone();
    },
  });
}
