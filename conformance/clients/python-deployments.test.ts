import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { servedHousing } from '../deployments/served.ts';
import { jobDone } from '../projects/housing.ts';
import { call } from '../support/call.ts';
import { aPerson } from '../support/people.ts';
import { hasPython, LAST_OF_VERSION_2, PYTHON_VERSIONS, type PythonClient, pythonClient } from './python-client.ts';

const VERSIONS = { 'version-2': LAST_OF_VERSION_2, ...PYTHON_VERSIONS };
const python = await hasPython();
if (!python) console.warn('SKIPPED: the official Python client needs python3 with venv (Debian: python3-venv).');

let env: Record<string, string>;
beforeAll(async () => {
  if (!python) return;
  const { token: key } = await aPerson();
  const { projectId, modelId } = await servedHousing({ key });
  const path = `/api/v2/projects/${projectId}/`;
  const { blueprintId } = (await call('GET', `${path}models/${modelId}/`, { key })).body;
  const all = (await call('GET', `${path}blueprints/`, { key })).body as { id: string }[];
  const another = all.find(({ id }) => id !== blueprintId);
  const begun = await call('POST', `${path}models/`, { key, json: { blueprintId: another?.id } });
  const other = await jobDone(begun.headers.get('location'), { key });
  env = {
    ENDPOINT: `${inject('target').url}/api/v2`,
    TOKEN: key,
    MODEL_ID: modelId,
    OTHER_MODEL_ID: other.path?.split('/').at(-2) ?? '',
  };
}, 240_000);

describe.skipIf(!python).concurrent.each(Object.entries(VERSIONS))(
  'deployments, official Python client, %s',
  (name, packages) => {
    let client: PythonClient;
    beforeAll(async () => {
      client = await pythonClient(`python-${name}`, packages);
    }, 240_000);
    const old = name === 'version-2';
    const newest = name === 'newest';

    test('made, listed, switched, replaced, set up, challenged and deleted', async () => {
      const mark = randomBytes(4).toString('hex');
      expect(await client.scenario('deployment_records', { ...env, MARK: mark })).toEqual({
        made: [true, 'Sold or not', true, true, 'sold', true, 7, 'unknown', true],
        listed: [1, true, 'active'],
        filtered: 0,
        updated: [true, 1],
        ...(old ? {} : { again: 409, switched: ['inactive', 'active'] }),
        valid: ['passing', 'passing', 'passing'],
        invalid: ['failing', 'failing'],
        replaced: true,
        refused: 409,
        features: [
          ['age', 'Numeric'],
          ['price', 'Numeric'],
          ['size', 'Numeric'],
          ['town', 'Categorical'],
        ],
        association: { column_names: ['id'], required_in_prediction_requests: false, auto_generate_id: false },
        drift: [false, true],
        collection: { enabled: true },
        segments: [['town'], 422],
        challengers: { enabled: true },
        warning: [false, 422],
        intervals: { enabled: false, percentiles: [] },
        forecast: false,
        ...(old ? {} : { fairness: 0.8 }),
        ...(old
          ? {}
          : {
              health: [true, 'LogLoss', 0.3, 3, true],
              replayOff: false,
              replay: [true, true],
              challenger: [['First one'], 'Renamed', true, 0],
              fromVersion: [true, 'sold'],
            }),
        roles: old ? null : [['OWNER', 'user']],
        ...(old ? {} : { champion: true }),
        ...(newest
          ? {
              capabilities: [true],
              attributes: ['town'],
              retraining: [{}, true],
              tags: ['sheds', 0],
            }
          : {}),
        deleted: 404,
      });
    }, 240_000);
  },
);
