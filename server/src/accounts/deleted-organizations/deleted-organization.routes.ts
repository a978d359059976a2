import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Begun, DeletedOrganization, Schedule, Scheduled } from './deleted-organization.schema.ts';
import {
  beginErasure,
  cancelDeletion,
  getDeletedOrganization,
  listDeletedOrganizations,
  scheduleDeletion,
} from './deleted-organizations.ts';
import type { Eraser } from './erase.job.ts';

const common = {
  part: 'accounts',
  history: { added: 'v2.0', deprecated: { since: 'v2.33', replacedBy: null }, removed: 'v2.35' },
} as const;
const ALL = '/api/v2/deletedOrganizations/';
const ONE = '/api/v2/deletedOrganizations/{organizationId}/';

/** The permanent deletion of organizations, over what all modules keep of them. */
export const deletedOrganizationRoutes = (erasers: readonly Eraser[]) => [
  route({
    ...common,
    method: 'GET',
    path: ALL,
    operation: 'listDeletedOrganizations',
    summary: 'Organizations that are scheduled for deletion, being erased, or gone; newest first',
    access: 'account',
    query: pageQuery(),
    replies: { 200: pageOf(DeletedOrganization) },
    handle: (ctx, { url, query }) => listDeletedOrganizations(ctx, url, query),
  }),
  route({
    ...common,
    method: 'POST',
    path: ALL,
    operation: 'scheduleOrganizationDeletion',
    summary: 'Schedule organizations for deletion: their people can no longer sign in, nothing is lost yet',
    access: 'account',
    body: Schedule,
    replies: { 201: Scheduled },
    handle: (ctx, { body }) => scheduleDeletion(ctx, erasers, body),
  }),
  route({
    ...common,
    method: 'GET',
    path: ONE,
    operation: 'getDeletedOrganization',
    summary: 'One organization on its way out, with how much would be erased',
    access: 'account',
    replies: { 200: DeletedOrganization },
    handle: (ctx, { params }) => getDeletedOrganization(ctx, erasers, params.organizationId),
  }),
  route({
    ...common,
    method: 'POST',
    path: ONE,
    operation: 'eraseOrganization',
    summary: 'Erase a scheduled organization for good: its people, its records and its files',
    access: 'account',
    replies: { 202: Begun },
    handle: (ctx, { params }) => beginErasure(ctx, erasers, params.organizationId),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: ONE,
    operation: 'cancelOrganizationDeletion',
    summary: 'Cancel a scheduled deletion: everything is as it was',
    access: 'account',
    replies: { 204: null },
    handle: (ctx, { params }) => cancelDeletion(ctx, params.organizationId),
  }),
];
