/** The door of the deployments room: models behind an address; what the app registers and other rooms may use. */

import type { Platform } from '#platform/context.ts';
import type { RouteRecord } from '#platform/http/route.ts';
import { recordRoutes, registerRecordJobs } from './records/index.ts';
import type { Watch } from './records/ports.ts';
import { buildJob } from './registry/build.job.ts';

export type { PredictionRecord, RecordedAnswer, RecordedRows } from './prediction-record.ts';
export { dropSegment, readSegment } from './recording/read-segment.ts';
export { closeRecorder, recorderOf } from './recording/recorder-of.ts';
export { type Segment, segmentAbsorbed, waitingSegments } from './recording/segment.store.ts';
export { predictionsRecorded } from './recording/ship.ts';
export { DEPLOYMENT } from './records/deployment.kind.ts';
export { type DeploymentHealth, type Lamp, type PredictionUsage, unwatched, type Watch } from './records/ports.ts';
export { theDeployment } from './records/the-deployment.ts';

/** Records show what those who watch know; the app says who does. */
export const routes = (watch: Watch): readonly RouteRecord[] => [...recordRoutes(watch)];

/** The kinds of work this room owns. */
export function registerJobs(platform: Platform): void {
  const { jobs } = platform;
  registerRecordJobs(platform);
  jobs.register(buildJob);
}
