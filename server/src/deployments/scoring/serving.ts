import type { Platform } from '#platform/context.ts';
import { HotModels } from './hot-models.ts';
import { ScoringThreads } from './threads/scoring-threads.ts';

/** What one process holds to answer with. */
export interface Serving {
  readonly models: HotModels;
  readonly threads: ScoringThreads;
}

const running = new WeakMap<Platform['db'], Serving>();

/** Made when it is first asked for. */
export function servingOf({ db, config }: Pick<Platform, 'db' | 'config'>): Serving {
  const known = running.get(db);
  if (known !== undefined) return known;
  const { modelCacheBytes: modelBytes, scoringThreads, scoringQueueBytes: queueBytes } = config;
  const threads = new ScoringThreads({ threads: scoringThreads, modelBytes, queueBytes });
  const made = { models: new HotModels(modelBytes), threads };
  running.set(db, made);
  return made;
}

export async function closeServing({ db }: Pick<Platform, 'db'>): Promise<void> {
  const known = running.get(db);
  running.delete(db);
  await known?.threads.close();
}
