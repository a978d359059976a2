import type { ForecastBlueprint, TabularBlueprint } from '@almanac/engine';
import type { ColumnType, Selectable } from 'kysely';

/** The engine's own description of a model to be. */
export type Recipe = ForecastBlueprint | TabularBlueprint;

interface BlueprintTable {
  project_id: string;
  id: string;
  number: number;
  model_type: string;
  family: string;
  processes: string[];
  recipe: ColumnType<Recipe, string, never>;
  modes: string[];
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    blueprints: BlueprintTable;
  }
}

export type BlueprintRow = Selectable<BlueprintTable>;
