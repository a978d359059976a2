/** The door of the compiler: recipes as data in, SQL of a dialect out. Nothing here runs anything. */

export { type Column, type ColumnType, columnType } from './columns.ts';
export { compileRecipe } from './compile-recipe.ts';
export { compileSql, type SqlToCompile } from './compile-sql.ts';
export type { Dialect } from './dialects/dialect.ts';
export { dialects } from './dialects/index.ts';
export type { CompiledRecipe, RecipeInput, RecipeSettings, RecipeToCompile } from './recipe-input.ts';
export { failingStep, stepOf } from './step-of.ts';
export { type StepPlace, StepProblem } from './step-problem.ts';
