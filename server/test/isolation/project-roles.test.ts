import { expect, test } from 'vitest';
import { changesAllowedTo } from './callers.ts';
import { isolationApp, makeWorld, PERMISSIONS } from './world.ts';

const app = await isolationApp();
const here = { organization: 'One', permissions: PERMISSIONS };
const admin = await app.person({ ...here, role: 'admin' });
const owner = await app.person(here);
const consumer = await app.person(here);
const world = await makeWorld(app, owner, admin);
const P = `/api/v2/projects/${world.projectId}/`;
const data = [{ username: consumer.username, role: 'READ_ONLY' }];
const shared = await app.ask(`PATCH ${P}accessControl/`, { key: owner.key, body: { data } });

const OF_ONE = '/api/v2/projects/{projectId}/';
/** What a consumer is there for: predictions, insights that are computed when somebody asks, and looking ahead. */
const CALLS_OF_CONSUMERS = [
  ...['predictions/', 'predictionExplanations/', 'trainingPredictions/', 'blenderModels/blendCheck/'],
  ...['predictionDatasets/fileUploads/', 'predictionDatasets/urlUploads/', 'predictionDatasets/datasetUploads/'],
  ...['featureAssociationMatrix/', 'datetimePartitioning/', 'models/{modelId}/predictionExplanationsInitialization/'],
  ...['externalScores/', 'predictionExplanationsOnTrainingData/', 'shapMatrices/'],
  ...['featureEffects/', 'featureImpact/', 'multiclassFeatureEffects/', 'predictionIntervals/', 'shapImpact/'].map(
    (name) => `models/{modelId}/${name}`,
  ),
  ...['featureEffects/', 'multiclassFeatureEffects/', 'multiseriesScores/', 'datetimeTrendPlots/'].map(
    (name) => `datetimeModels/{modelId}/${name}`,
  ),
];

test('every other route that changes something of a project is 403 for a consumer', async () => {
  expect(shared.status).toBe(204);
  expect((await app.ask(`GET ${P}`, { key: consumer.key })).status).toBe(200);
  const { sent, allowed } = await changesAllowedTo(app, { who: 'a consumer', person: consumer, own: world }, OF_ONE);
  expect(sent).toBeGreaterThan(40);
  // Nobody passes on more than they have: that is decided by what is sent.
  const theirs = new Set(['PATCH accessControl/', ...CALLS_OF_CONSUMERS.map((path) => `POST ${path}`)]);
  expect(allowed.filter((line) => !theirs.has(line))).toEqual([]);
});
