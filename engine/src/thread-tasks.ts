import type { TaskTable } from './core/thread-pool.ts';
import { treeProgram } from './estimators/trees/tree-program.ts';
import { fitLocalSeries } from './forecasting/local-panel.ts';

/**
 * Every name that may cross a thread border, in one table that the leader's side and the workers share. Only worker
 * entries import it, so a task may import any part of the engine without a cycle.
 */
export const taskTable: TaskTable = {
  tasks: { 'fit-local-series': fitLocalSeries },
  programs: { trees: treeProgram },
};
