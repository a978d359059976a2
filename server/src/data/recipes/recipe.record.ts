import { noSettings, type Recipe } from './recipe.schema.ts';
import type { RecipeRecord } from './recipe.store.ts';

const person = (id: string, { username, email, first_name, last_name }: RecipeRecord['creator']) => ({
  id,
  email,
  fullName: [first_name, last_name].filter(Boolean).join(' ') || null,
  username,
});

/** A recipe as the API shows it. */
export const toRecipe = (row: RecipeRecord): Recipe => ({
  recipeId: row.id,
  name: row.name,
  description: row.description,
  dialect: row.dialect as Recipe['dialect'],
  status: row.status,
  recipeType: row.recipe_type,
  inputs: [...row.inputs],
  operations: [...row.operations],
  downsampling: row.downsampling,
  settings: { ...noSettings, ...row.settings },
  sql: row.sql,
  useCaseId: row.use_case_id,
  errorMessage: row.error_message,
  failedOperationsIndex: row.failed_operation,
  createdAt: row.created_at.toISOString(),
  createdBy: person(row.created_by, row.creator),
  updatedAt: row.updated_at.toISOString(),
  updatedBy: person(row.updated_by, row.changer),
});
