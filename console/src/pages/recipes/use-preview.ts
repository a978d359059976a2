import { queryOptions, useQuery } from '@tanstack/react-query';
import { begin, useFollow } from '../../api/follow.ts';
import { ask } from '../../api/queries.ts';
import { type Recipe, recipeCalls, recipeKeys } from '../../api/recipes.ts';

/** What a preview depends on: another content has another preview. */
export const contentOf = ({ recipeType, inputs, operations, sql }: Recipe): string =>
  JSON.stringify(recipeType === 'SQL' ? [inputs, sql] : [inputs, operations]);

const begun = (recipe: Recipe, steps: number | undefined) =>
  queryOptions({
    queryKey: [...recipeKeys.one(recipe.recipeId), 'begun', contentOf(recipe), String(steps ?? '')],
    queryFn: () => begin(recipeCalls.makePreview(recipe.recipeId, steps)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

const rows = (recipe: Recipe, steps: number | undefined) =>
  ask(
    [...recipeKeys.one(recipe.recipeId), 'preview', contentOf(recipe), String(steps ?? '')],
    recipeCalls.preview(recipe.recipeId, steps),
  );

/** The rows of a recipe after its first steps (all of them when not told): asked for, followed, fetched. */
export function usePreview(recipe: Recipe, steps?: number) {
  const asked = useQuery(begun(recipe, steps));
  const following = useFollow(asked.data?.follow, { refresh: [[...recipeKeys.one(recipe.recipeId), 'record']] });
  const preview = useQuery({ ...rows(recipe, steps), enabled: following.job?.state === 'done' });
  return { preview: preview.data, following, problem: asked.error ?? preview.error };
}
