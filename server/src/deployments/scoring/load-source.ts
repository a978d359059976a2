import type { Platform } from '#platform/context.ts';
import { isFileProblem, readModelBytes } from '#projects';
import type { ModelManifest } from '../model-manifest.ts';
import type { ModelSource } from './hot-model.ts';
import { clearModelFault, putModelFault } from './model-fault.store.ts';

type Loading = Pick<Platform, 'blobs' | 'db' | 'now' | 'log'>;

/** A registered version: its id, the model it is of, and where its files lie. */
export interface VersionSource {
  readonly id: string;
  readonly modelId: string;
  readonly bundle: ModelManifest;
}

/**
 * The files of a version, read from the store and checked. Missing or damaged ones are refused, and known to the health of
 * its deployments until they are read without a fault.
 */
export async function loadSource(platform: Loading, { id, modelId, bundle }: VersionSource): Promise<ModelSource> {
  const { artifact } = bundle;
  const keys = artifact.kind === 'rows' ? artifact.keys : [artifact.key];
  const { db, now } = platform;
  try {
    const files = await Promise.all(keys.map((key) => readModelBytes(platform, key, modelId)));
    await noted(platform, () => clearModelFault(db.queries, id));
    return { id, modelId, bundle, files };
  } catch (error) {
    if (isFileProblem(error)) await noted(platform, () => putModelFault(db.queries, id, error.message, now()));
    throw error;
  }
}

/** Whether it can be noted changes nothing for whoever asked for the model. */
const noted = ({ log }: Loading, note: () => Promise<void>): Promise<void> =>
  note().catch((err: unknown) => log.warn({ err }, 'The health of a model could not be noted'));
