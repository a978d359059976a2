import { type ApiCall, get } from './call.ts';
import type { Page } from './types.ts';

/** Where the Prediction API is, and the key of it that the managed cloud demands. */
export interface PredictionServer {
  readonly id: string;
  readonly url: string;
  /** Empty where the managed cloud has none set. */
  readonly 'datarobot-key': string;
}

export const predictionServersCall = (): ApiCall<Page<PredictionServer>> => get('predictionServers/');
