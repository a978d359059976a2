import { checkModelFile, EngineProblem } from '@almanac/engine';
import { NoSuchBlob } from '#platform/blobs/blob-key.ts';
import type { Platform } from '#platform/context.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { ModelProblems } from '../core/models/model.problems.ts';
import { readBytes } from './project-blobs.ts';

const WHAT: Readonly<Record<string, string>> = {
  'format.version': 'was written by another version of Almanac',
  'format.unknown-model': 'was written by another version of Almanac',
};

/** What is wrong with a model's file, as a refusal; any other error as it is. */
function fileProblem(error: unknown, modelId: string): unknown {
  if (error instanceof NoSuchBlob) return problem(ModelProblems.damagedFile, modelId, 'is missing');
  if (!(error instanceof EngineProblem) || !error.code.startsWith('format.')) return error;
  return problem(ModelProblems.damagedFile, modelId, WHAT[error.code] ?? 'is damaged');
}

export const isFileProblem = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === ModelProblems.damagedFile.code;

/** The file of a model. A missing, damaged or unreadable one is refused by the model's name. */
export async function readModelBytes(
  platform: Pick<Platform, 'blobs'>,
  key: string,
  modelId: string,
): Promise<Uint8Array> {
  try {
    const bytes = await readBytes(platform, key);
    checkModelFile(bytes);
    return bytes;
  } catch (error) {
    throw fileProblem(error, modelId);
  }
}
