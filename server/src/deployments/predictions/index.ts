/** What the door of the room takes from the Prediction API. */

import type { Platform } from '#platform/context.ts';
import { closeServing } from '../scoring/serving.ts';
import { closeServedDeployments, startServedDeployments } from './served-deployments.ts';

export { predictionRoute, predictionRoutes } from './prediction.routes.ts';
export { PredictionQuery, PredictionRows } from './prediction.schema.ts';
export { type PredictionInput, type PredictionStyle, predictionRequest } from './prediction-request.ts';
export { deploymentSubject, type Subject } from './subject.ts';

/** Begins to hold in memory what predictions need; called once by every server. */
export const startPredictions = (platform: Platform): void => startServedDeployments(platform);

export async function closePredictions(platform: Platform): Promise<void> {
  await closeServedDeployments(platform);
  await closeServing(platform);
}
