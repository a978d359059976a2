import { pageOf, pageQuery } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import * as schema from './credential.schema.ts';
import * as credentials from './credentials.ts';
import { CREDENTIAL } from './credentials.ts';

const route = routeGroup({ part: 'data', added: 'v2.19' });
const ALL = '/api/v2/credentials/';
const ONE = '/api/v2/credentials/{credentialId}/';
const ASSOCIATIONS = '/api/v2/credentials/{credentialId}/associations/';

export const credentialRoutes = [
  route.get(ALL, 'listCredentials', {
    summary: 'List your credentials; secrets are never returned',
    query: schema.CredentialQuery,
    replies: { 200: pageOf(schema.Credential) },
    handle: (ctx, { url, query }) => credentials.listCredentials(ctx, url, query),
  }),
  route.post(ALL, 'createCredential', {
    summary: 'Store a credential, encrypted',
    body: schema.CredentialCreate,
    replies: { 201: schema.Credential },
    refusals: { 409: ['data.credential_name_taken'] },
    handle: (ctx, { body }) => credentials.createCredential(ctx, body),
  }),
  route.get(ONE, 'getCredential', {
    access: needs(CREDENTIAL, 'own', null),
    summary: 'One credential of yours',
    replies: { 200: schema.Credential },
    refusals: { 404: ['data.no_such_credential'] },
    handle: (ctx, { params }) => credentials.getCredential(ctx, params.credentialId),
  }),
  route.patch(ONE, 'changeCredential', {
    access: needs(CREDENTIAL, 'own', null),
    summary: 'Rename a credential or replace its user or password',
    body: schema.CredentialChange,
    replies: { 200: schema.Credential },
    refusals: { 404: ['data.no_such_credential'], 409: ['data.credential_name_taken'] },
    handle: (ctx, { params, body }) => credentials.changeCredential(ctx, params.credentialId, body),
  }),
  route.delete(ONE, 'deleteCredential', {
    access: needs(CREDENTIAL, 'own', null),
    summary: 'Delete a credential',
    replies: { 204: null },
    refusals: { 404: ['data.no_such_credential'] },
    handle: (ctx, { params }) => credentials.deleteCredential(ctx, params.credentialId),
  }),
  route.get(ASSOCIATIONS, 'listCredentialAssociations', {
    access: needs(CREDENTIAL, 'own', null),
    summary: 'List the data stores a credential is used with',
    query: pageQuery(),
    replies: { 200: pageOf(schema.Association) },
    refusals: { 404: ['data.no_such_credential'] },
    handle: (ctx, { params, url, query }) => credentials.listAssociations(ctx, params.credentialId, url, query),
  }),
  route.put(`${ASSOCIATIONS}{associationId}/` as const, 'putCredentialAssociation', {
    access: needs(CREDENTIAL, 'own', null),
    summary: 'Use a credential with a data store (`dataconnection:{dataStoreId}`), by default or when it is named',
    body: schema.AssociationPut,
    replies: { 200: schema.Association },
    refusals: {
      403: ['sharing.role_too_small'],
      404: ['data.no_such_association', 'data.no_such_credential', 'sharing.no_such_thing'],
    },
    handle: (ctx, { params, body }) => credentials.putAssociation(ctx, params.credentialId, params.associationId, body),
  }),
  route.delete(`${ASSOCIATIONS}{associationId}/` as const, 'deleteCredentialAssociation', {
    access: needs(CREDENTIAL, 'own', null),
    summary: 'Remove a credential from a data store',
    replies: { 204: null },
    refusals: { 404: ['data.no_such_association', 'data.no_such_credential'] },
    handle: (ctx, { params }) => credentials.deleteAssociation(ctx, params.credentialId, params.associationId),
  }),
];
