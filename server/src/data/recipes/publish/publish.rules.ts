import { createHash } from 'node:crypto';
import { refuse } from '#platform/http/problem.ts';
import { RecipeProblems } from '../recipe.problems.ts';
import type { RecipeRow } from '../recipes.tables.ts';

type Content = Pick<
  RecipeRow,
  'id' | 'recipe_type' | 'dialect' | 'inputs' | 'operations' | 'sql' | 'downsampling' | 'settings'
>;

/** What is wrong without looking at any row. */
export function refuseUnready(recipe: Content): void {
  const { id, recipe_type, sql, downsampling, settings } = recipe;
  if (recipe_type === 'SQL' && !sql?.trim()) refuse(RecipeProblems.noSql, id);
  if (recipe_type === 'SQL' && downsampling !== null) refuse(RecipeProblems.sqlDownsampling, id);
  const smart = downsampling?.directive === 'smart-downsampling';
  if (smart && !(settings.target && settings.weightsFeature)) refuse(RecipeProblems.smartNeedsColumns, id);
}

/** Hash of the content to publish: the job refuses a recipe that was changed before it began. */
export function contentOf(recipe: Content): string {
  const { recipe_type, dialect, inputs, operations, sql, downsampling, settings } = recipe;
  const content = [
    recipe_type,
    dialect,
    inputs,
    operations,
    recipe_type === 'SQL' ? sql : null,
    downsampling,
    settings,
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
