import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type CalendarEvent, checkModelFile, EngineProblem, type FitReport } from '@almanac/engine';
import { NoSuchBlob } from '#platform/blobs/blobs.ts';
import type { Platform } from '#platform/context.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { ModelProblems } from '../core/models/get-model.ts';
import type { ModelArtifact, ModelRow } from '../core/models/model.tables.ts';

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

/** The file of a forecaster; of a blend of forecasters too. */
export async function readForecaster(
  platform: Pick<Platform, 'blobs'>,
  { id, artifact }: ModelRow,
): Promise<Uint8Array> {
  if (artifact?.kind !== 'forecaster') throw new Error(`Model ${id} is no forecaster.`);
  return readModelBytes(platform, artifact.key, id);
}

/** The files of a model on rows, several where it is a blend, and how much each counts. */
export interface ModelFiles {
  readonly files: readonly Uint8Array[];
  readonly weights: readonly number[];
}

export async function readModelFiles(
  platform: Pick<Platform, 'blobs'>,
  modelId: string,
  artifact: ModelArtifact,
): Promise<ModelFiles> {
  const { keys, weights } = artifact.kind === 'rows-blend' ? artifact : { keys: [artifact.key], weights: [1] };
  return { files: await Promise.all(keys.map((key) => readModelBytes(platform, key, modelId))), weights };
}

export const readBytes = async ({ blobs }: Pick<Platform, 'blobs'>, key: string): Promise<Uint8Array> =>
  new Uint8Array(await buffer(await blobs.read(key)));

export async function writeBytes({ blobs }: Pick<Platform, 'blobs'>, key: string, bytes: Uint8Array): Promise<void> {
  await blobs.write(key, Readable.from([Buffer.from(bytes)], { objectMode: false }));
}

/** Everything a project keeps outside of the database lies under one prefix. */
export const projectBlobs = (projectId: string) => ({
  prefix: `projects/${projectId}/`,
  predictions: (modelId: string, part: string) => `projects/${projectId}/models/${modelId}/${part}.predictions`,
  artifact: (modelId: string) => `projects/${projectId}/models/${modelId}/model`,
  report: (modelId: string) => `projects/${projectId}/models/${modelId}/report`,
});

/** Events of the project's calendar, as they were when the target was set; a JSON list of time, name and series. */
export async function loadEvents(platform: Platform, key: string | undefined): Promise<readonly CalendarEvent[]> {
  if (key === undefined) return [];
  return JSON.parse(Buffer.from(await readBytes(platform, key)).toString('utf8')) as CalendarEvent[];
}

/** What the engine reported about a fit on rows: missing cells, the words behind hash buckets. */
export const writeReport = (platform: Pick<Platform, 'blobs'>, projectId: string, modelId: string, made: FitReport) =>
  writeBytes(platform, projectBlobs(projectId).report(modelId), Buffer.from(JSON.stringify(made)));

/** Null where there is none: blends, forecasters, and models trained before reports were kept. */
export async function readReport(
  platform: Pick<Platform, 'blobs'>,
  projectId: string,
  modelId: string,
): Promise<FitReport | null> {
  try {
    const bytes = await readBytes(platform, projectBlobs(projectId).report(modelId));
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as FitReport;
  } catch (error) {
    if (error instanceof NoSuchBlob) return null;
    throw error;
  }
}
