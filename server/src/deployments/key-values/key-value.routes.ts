import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { KeyValue, KeyValueChange, KeyValueCreate, KeyValueQuery } from './key-value.schema.ts';
import * as keyValues from './key-values.ts';

const ALL = '/api/v2/keyValues/';
const ONE = `${ALL}{keyValueId}/` as const;
const route = routeGroup({ part: 'deployments', added: 'v2.33' });

/** Of an object that is named, and of a value that names another. */
const NAMED = ['data.no_such_credential', 'key_values.no_such_entity', 'sharing.no_such_thing'] as const;

export const keyValueRoutes = [
  route.post(ALL, 'createKeyValue', {
    access: needs(keyValues.KEY_VALUE, 'write', null),
    summary: 'Keep a named value on a deployment, a registered model, a version of one, or a prediction environment',
    body: KeyValueCreate,
    replies: { 201: KeyValue },
    refusals: {
      403: ['sharing.role_too_small'],
      404: NAMED,
      409: ['key_values.name_taken'],
      422: ['environments.is_native'],
    },
    handle: (ctx, { body }) => keyValues.createKeyValue(ctx, body),
  }),
  route.get(ALL, 'listKeyValues', {
    access: needs(keyValues.KEY_VALUE, 'read', null),
    summary: 'The key values of an object, by name',
    query: KeyValueQuery,
    replies: { 200: pageOf(KeyValue) },
    refusals: { 404: ['key_values.no_such_entity'] },
    handle: (ctx, { url, query }) => keyValues.listKeyValues(ctx, url, query),
  }),
  route.get(ONE, 'getKeyValue', {
    access: needs(keyValues.KEY_VALUE, 'read', null),
    summary: 'One key value',
    replies: { 200: KeyValue },
    refusals: { 404: ['key_values.no_such_key_value'] },
    handle: (ctx, { params }) => keyValues.getKeyValue(ctx, params.keyValueId),
  }),
  route.patch(ONE, 'changeKeyValue', {
    access: needs(keyValues.KEY_VALUE, 'write', null),
    summary: 'Change a key value; what is left out stays',
    body: KeyValueChange,
    replies: { 200: KeyValue },
    refusals: {
      403: ['sharing.role_too_small'],
      404: [...NAMED, 'key_values.no_such_key_value'],
      409: ['key_values.name_taken'],
      422: ['environments.is_native'],
    },
    handle: (ctx, { params, body }) => keyValues.changeKeyValue(ctx, params.keyValueId, body),
  }),
  route.delete(ONE, 'deleteKeyValue', {
    access: needs(keyValues.KEY_VALUE, 'write', null),
    summary: 'Delete a key value',
    replies: { 204: null },
    refusals: { 403: ['sharing.role_too_small'], 404: ['key_values.no_such_key_value'] },
    handle: (ctx, { params }) => keyValues.deleteKeyValue(ctx, params.keyValueId),
  }),
];
