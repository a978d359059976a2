import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { modelStore } from '../core/models/model.store.ts';
import type { ModelRow } from '../core/models/model.tables.ts';
import { readModelBytes } from '../engine/model-file.ts';
import { InsightProblems } from './insight.problems.ts';

export interface ModelFiles {
  readonly files: readonly Uint8Array[];
  readonly weights: readonly number[];
}

export async function readyModel(platform: Platform, projectId: string, modelId: string): Promise<ModelRow> {
  const model = await modelStore(platform.db.queries).byId(projectId, modelId);
  return model?.artifact ? model : refuse(InsightProblems.notReady, modelId);
}

/** One file, or the files of all models of a blend. */
export async function modelFiles(platform: Platform, { id, artifact }: ModelRow): Promise<ModelFiles> {
  if (artifact === null) return refuse(InsightProblems.notReady, id);
  const keys = artifact.kind === 'rows-blend' ? artifact.keys : [artifact.key];
  const weights = artifact.kind === 'rows-blend' ? artifact.weights : [1];
  return { files: await Promise.all(keys.map((key) => readModelBytes(platform, key, id))), weights };
}
