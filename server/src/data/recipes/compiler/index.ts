/** The public interface of the compiler: recipes as data in, SQL of a dialect out. Nothing is run here. */

export type { Dialect } from '../dialects/dialect.ts';
export { type Column, type ColumnType, columnType } from '../dialects/dialect.ts';
export { dialects } from '../dialects/index.ts';
export { failingStep, stepOf } from './assemble.ts';
export { compileRecipe, compileSql } from './compile-recipe.ts';
export type { CompiledRecipe, RecipeInput } from './recipe-input.ts';
export { StepProblem } from './step.ts';
