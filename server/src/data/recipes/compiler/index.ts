/** The door of the compiler: recipes as data in, SQL of a dialect out. Nothing here runs anything. */

export { type Column, type ColumnType, columnType } from './columns.ts';
export { compileRecipe } from './compile-recipe.ts';
export { compileSql } from './compile-sql.ts';
export type { Dialect } from './dialects/dialect.ts';
export { dialects } from './dialects/index.ts';
export type { CompiledRecipe, RecipeInput } from './recipe-input.ts';
export { failingStep, stepOf } from './step-of.ts';
export { StepProblem } from './step-problem.ts';
