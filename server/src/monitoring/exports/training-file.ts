import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withVersionParquet } from '#data';
import { refuse } from '#platform/http/problem.ts';
import { versionOfProject } from '#projects';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { type MakeFile, nameOf } from './exported-file.ts';

/** The rows the project of the model was made of: those it learned from and those it was judged by. */
export const trainingFile: MakeFile = async (platform, exporting) => {
  const { row, model, folder, run } = exporting;
  if (model.project_id === null) return refuse(MonitoringProblems.noTrainingData, row.model_id);
  const versionId = await versionOfProject({ ...platform, actor: run.actor }, model.project_id);
  const path = join(folder, 'training.parquet');
  await withVersionParquet(platform, versionId, (table) => copyFile(table, path), run.signal);
  return { path, fileName: 'training.parquet', name: nameOf('Training data', exporting) };
};
