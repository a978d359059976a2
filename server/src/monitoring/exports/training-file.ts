import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { versionAsCsv } from '#data';
import { refuse } from '#platform/http/problem.ts';
import { versionOfProject } from '#projects';
import { MonitoringProblems } from '../monitoring.problems.ts';
import { type MakeFile, nameOf } from './exported-file.ts';

/**
 * The rows the project of the model was made of: those it learned from and those it was judged by. As CSV, which every
 * client can read again.
 */
export const trainingFile: MakeFile = async (platform, exporting) => {
  const { row, model, folder, run } = exporting;
  if (model.project_id === null) return refuse(MonitoringProblems.noTrainingData, row.model_id);
  const versionId = await versionOfProject({ ...platform, actor: run.actor }, model.project_id);
  const path = join(folder, 'training.csv');
  await versionAsCsv(
    platform,
    versionId,
    { delimiter: ',', quote: '"' },
    {
      signal: run.signal,
      take: (file) => pipeline(file, createWriteStream(path, { flags: 'wx' }), { signal: run.signal }),
    },
  );
  return { path, fileName: 'training.csv', name: nameOf('Training data', exporting) };
};
