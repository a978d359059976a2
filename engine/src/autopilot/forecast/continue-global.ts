import { continueModel } from '../../model/continue-model.ts';
import type { Fitted, Run } from '../../model/estimator.ts';
import { EngineProblem } from '../../problems/engine-problem.ts';
import type { ForecastBlueprint } from './blueprint.ts';
import type { Block, GlobalParts } from './global-parts.ts';
import { FEWEST_ROWS, trainingRows } from './global-rows.ts';
import type { MoreCells } from './panel-model.ts';
import { boostingParams, DISTANCES_PER_ORIGIN } from './row-learners.ts';

/**
 * A global model after more cells: every member goes on boosting over the rows whose target is a new cell, with features
 * derived from what is remembered of the series. A block whose distances have too few new rows stays as it is.
 */
export async function continueGlobal(
  parts: GlobalParts,
  { panel, from }: MoreCells,
  blueprint: ForecastBlueprint,
  run: Run,
): Promise<GlobalParts> {
  if (blueprint.kind !== 'boosting') {
    throw new EngineProblem(
      'model.cannot-continue',
      `"${blueprint.title}" learns from all cells at once. Continue with a boosted, local or lag-map forecaster.`,
    );
  }
  const { maxRows, boosting } = blueprint;
  const { periods, base, learner: name } = parts;
  const blocks: Block[] = [];
  for (const { distances, members } of parts.blocks) {
    const shared = { distances, maxRows, distancesPerOrigin: DISTANCES_PER_ORIGIN, periods, from };
    const how = base === undefined ? shared : { ...shared, base };
    const continued: Fitted[] = [];
    for (const [member, model] of members.entries()) {
      const label = `block ${distances[0]} member ${member}`;
      const rows = trainingRows(panel, parts.recipe, how, run.random.fork(`origins ${label}`));
      const learned = { ...rows, task: 'regression' } as const;
      const own = { ...run, random: run.random.fork(label) };
      continued.push(
        rows.y.length < FEWEST_ROWS
          ? model
          : await continueModel({ name, model }, learned, boostingParams(boosting), own),
      );
    }
    blocks.push({ distances, members: continued });
  }
  return { ...parts, blocks };
}
