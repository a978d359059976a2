import { MODES } from '@almanac/engine';
import type { NewFeature } from '../../core/features/feature.store.ts';
import type { FeatureRow } from '../../core/features/feature.tables.ts';
import type { CountedList } from '../../core/features/feature-list.store.ts';
import type { FeatureListRow } from '../../core/features/feature-list.tables.ts';
import { blueprintId, toBlueprintRow } from '../../core/models/blueprint.rules.ts';
import type { BlueprintRow, Recipe } from '../../core/models/blueprint.tables.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import type { Aim } from '../../core/project/aim.schema.ts';
import type { TargetType } from '../../data/features/metric-choices.ts';

/** What an aim is asked with. */
export interface Question {
  readonly aim: Aim;
  readonly list: CountedList;
  readonly features: readonly FeatureRow[];
}

/** Everything an aim comes to. */
export interface Planned {
  readonly plan: ProjectPlan;
  readonly targetType: TargetType;
  readonly metric: string;
  readonly blueprints: readonly BlueprintRow[];
  readonly modelingFeatures: readonly NewFeature[];
  /** How much each column alone says about the target, by name. */
  readonly importance: ReadonlyMap<string, number>;
  readonly series: readonly string[];
  /** Lists to be made, and the one the first run uses. */
  readonly lists: readonly FeatureListRow[];
  readonly list: FeatureListRow;
}

type RunMode = Exclude<(typeof MODES)[number], 'manual'>;
export const RUN_MODES = MODES.filter((mode): mode is RunMode => mode !== 'manual');

/** One row a recipe, with every mode that begins with it. */
export function blueprintsOf(projectId: string, byMode: ReadonlyMap<string, readonly Recipe[]>): BlueprintRow[] {
  const modesOf = new Map<string, { recipe: Recipe; modes: string[] }>();
  for (const [mode, recipes] of byMode) {
    for (const recipe of recipes) {
      const known = modesOf.get(blueprintId(recipe));
      if (known === undefined) modesOf.set(blueprintId(recipe), { recipe, modes: [mode] });
      else known.modes.push(mode);
    }
  }
  return [...modesOf.values()].map(({ recipe, modes }, number) => toBlueprintRow(projectId, recipe, number, modes));
}
