import { type ApiCall, get, patch, post, remove } from './call.ts';
import { deploymentKey } from './deployments.ts';
import { ask } from './queries.ts';
import type { Schedule } from './schedule.ts';
import type { Page } from './types.ts';

export interface Challenger {
  readonly id: string;
  readonly name: string;
  readonly model: { readonly id: string; readonly name: string; readonly projectName: string };
  readonly modelPackage: { readonly id: string; readonly name: string };
}

export interface ReplaySettings {
  readonly enabled: boolean;
  readonly schedule?: Schedule;
}

const at = (id: string, what: string): string => `deployments/${encodeURIComponent(id)}/${what}/`;

export const challengerCalls = {
  list: (id: string): ApiCall<Page<Challenger>> => get(at(id, 'challengers')),
  add: (id: string, wish: { name: string; modelPackageId: string; predictionEnvironmentId: string }) =>
    post<{ readonly statusId: string }>(at(id, 'challengers'), wish),
  remove: (id: string, challengerId: string): ApiCall<void> =>
    remove(at(id, `challengers/${encodeURIComponent(challengerId)}`)),
  replay: (id: string): ApiCall<{ readonly statusId: string }> => post(at(id, 'challengerPredictions'), {}),
  replaySettings: (id: string): ApiCall<ReplaySettings> => get(at(id, 'challengerReplaySettings')),
  changeReplay: (id: string, settings: ReplaySettings): ApiCall<void> =>
    patch(at(id, 'challengerReplaySettings'), { ...settings }),
};

export const challengersKey = (id: string): readonly string[] => [...deploymentKey(id), 'challengers'];
export const challengerQueries = {
  list: (id: string) => ask([...challengersKey(id), 'list'], challengerCalls.list(id)),
  replaySettings: (id: string) => ask([...challengersKey(id), 'replay'], challengerCalls.replaySettings(id)),
};
