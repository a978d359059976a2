import type { Outgoing } from '../http/send.ts';
import type { Operation } from '../openapi/operations.ts';
import { sample } from '../openapi/sample.ts';
import { FORM_TYPE, fileForm } from '../world/client.ts';
import { fillPath } from '../world/world.ts';
import type { Things } from '../world/world-types.ts';

const ROWS = 'size,age,town,price\n1,2,Oslo,3\n';
const CHAT = JSON.stringify({ model: 'fake/echo', messages: [{ role: 'user', content: 'hello' }] });

/** Stays open until its job has ended, by design. */
const WAITS = /\/batchPredictions\/.*\/download\/$/;

export interface Prepared extends Outgoing {
  /** Ids of real things that the request names. */
  readonly names: readonly string[];
}

/** Fields of a body that name things by another word than the path does. */
const SYNONYMS: Readonly<Record<string, string>> = {
  relatedEntityId: 'deploymentId',
  resourceId: 'deploymentId',
  rightDatasetId: 'datasetId',
  sourcePlaygroundId: 'playgroundId',
  credentialsId: 'credentialId',
  datastoreId: 'dataStoreId',
  retrainingUserId: 'userId',
};

/** A request that its owner could send: a valid body, and ids of real things wherever there are some. */
export function requestFor(operation: Operation, things: Things, unknown: (name: string) => string): Prepared {
  const { path, real } = fillPath(operation, things, unknown);
  const names = [...real];
  const fill = (name: string): string | undefined => {
    if (!/Id$/.test(name)) return undefined;
    const id = things.get(SYNONYMS[name] ?? name, operation.path);
    if (id !== undefined) names.push(id);
    return id ?? unknown(name);
  };
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(
      ({ name, schema = {} }) =>
        `${encodeURIComponent(name)}=${encodeURIComponent(String(sample(schema, name, fill)))}`,
    );
  const asked = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const patience = WAITS.test(operation.path) ? { deadlineMs: 2_000 } : {};
  return { method: operation.method, path: asked, names, ...patience, ...bodyFor(operation, fill) };
}

function bodyFor({ body, path }: Operation, fill: (name: string) => string | undefined): Partial<Outgoing> {
  if (body === null) return {};
  if (body.type === 'multipart/form-data')
    return { headers: { 'content-type': FORM_TYPE }, body: fileForm('housing.csv', ROWS) };
  if (body.type === 'application/json')
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(sample(body.schema, 'body', fill)) };
  if (/chat\/completions|endpoints\//.test(path))
    return { headers: { 'content-type': 'application/json' }, body: CHAT };
  return { headers: { 'content-type': 'text/csv' }, body: ROWS };
}
