import type { Platform } from '#platform/context.ts';
import { isFileProblem, readModelBytes } from '#projects';
import type { ModelManifest } from '../model-manifest.ts';
import type { ModelSource } from './cached-model.ts';
import { clearModelFault, putModelFault } from './model-fault.store.ts';

type Loading = Pick<Platform, 'blobs' | 'db' | 'now' | 'log'>;

/** A registered version: its ID, its model, and where its files are stored. */
export interface VersionSource {
  readonly id: string;
  readonly modelId: string;
  readonly manifest: ModelManifest;
}

/** Reads and checks the files of a version. Missing or damaged files show in the health of its deployments until repaired. */
export async function loadModelFiles(
  platform: Loading,
  { id, modelId, manifest }: VersionSource,
): Promise<ModelSource> {
  const { artifact } = manifest;
  const keys = artifact.kind === 'rows' ? artifact.keys : [artifact.key];
  const { db, now } = platform;
  try {
    const files = await Promise.all(keys.map((key) => readModelBytes(platform, key, modelId)));
    await tryRecording(platform, () => clearModelFault(db.queries, id));
    return { id, modelId, manifest, files };
  } catch (error) {
    if (isFileProblem(error)) await tryRecording(platform, () => putModelFault(db.queries, id, error.message, now()));
    throw error;
  }
}

/** Loading goes on when the health cannot be recorded. */
const tryRecording = ({ log }: Loading, record: () => Promise<void>): Promise<void> =>
  record().catch((err: unknown) => log.warn({ err }, 'The health of a model could not be recorded'));
