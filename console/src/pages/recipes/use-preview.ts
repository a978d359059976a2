import { queryOptions, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../api/call-query.ts';
import { begin, useFollow } from '../../api/follow.ts';
import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';

/** What a preview depends on: another content has another preview. */
export const contentOf = ({ recipeType, inputs, operations, sql }: Recipe): string =>
  JSON.stringify(recipeType === 'SQL' ? [inputs, sql] : [inputs, operations]);

/** Not below the recipe: previews of a content stay true when the recipe is read again. */
const keyOf = (recipe: Recipe, steps: number | undefined) => [recipe.recipeId, contentOf(recipe), String(steps ?? '')];

const begun = (recipe: Recipe, steps: number | undefined) =>
  queryOptions({
    queryKey: ['begun-previews', ...keyOf(recipe, steps)],
    queryFn: () => begin(recipeCalls.makePreview(recipe.recipeId, steps)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const rows = (recipe: Recipe, steps: number | undefined) =>
  queryOptions({
    ...callQuery(recipeCalls.preview(recipe.recipeId, steps)),
    queryKey: ['previews', ...keyOf(recipe, steps)],
  });

/** The rows of a recipe after its first steps (all of them when not told): asked for, followed, fetched. */
export function usePreview(recipe: Recipe, steps?: number) {
  const started = useQuery(begun(recipe, steps));
  const following = useFollow(started.data?.follow, { refresh: [recipeKeys.one(recipe.recipeId)] });
  const preview = useQuery({ ...rows(recipe, steps), enabled: following.job?.state === 'done' });
  return { preview: preview.data, following, problem: started.error ?? preview.error };
}
