import { pageOf, pageQuery } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { ERASES_ORGANIZATIONS } from '../directory/permissions.ts';
import { DeletionProblems } from './deleted-organization.problems.ts';
import { Begun, DeletedOrganization, Schedule, Scheduled } from './deleted-organization.schema.ts';
import * as deletedOrganizations from './deleted-organizations.ts';
import type { Eraser } from './erase.job.ts';

/** The one right that reaches across organizations. */
const route = routeGroup({
  access: { administrators: DeletionProblems.notAllowed },
  permission: { name: ERASES_ORGANIZATIONS, refusal: DeletionProblems.notAllowed },
  part: 'accounts',
  history: { added: 'v2.0', deprecated: { since: 'v2.33', replacedBy: null }, removed: 'v2.35' },
});
const ALL = '/api/v2/deletedOrganizations/';
const ONE = '/api/v2/deletedOrganizations/{organizationId}/';

/** The permanent deletion of organizations, over what all modules keep of them. */
export const deletedOrganizationRoutes = (erasers: readonly Eraser[]) => [
  route.get(ALL, 'listDeletedOrganizations', {
    summary: 'Organizations that are scheduled for deletion, being erased, or gone; newest first',
    query: pageQuery(),
    replies: { 200: pageOf(DeletedOrganization) },
    handle: (ctx, { url, query }) => deletedOrganizations.listDeletedOrganizations(ctx, url, query),
  }),
  route.post(ALL, 'scheduleOrganizationDeletion', {
    summary: 'Schedule organizations for deletion: their people can no longer sign in, nothing is lost yet',
    body: Schedule,
    replies: { 201: Scheduled },
    refusals: { 404: ['accounts.no_such_organization'], 409: ['accounts.own_organization'] },
    handle: (ctx, { body }) => deletedOrganizations.scheduleDeletion(ctx, erasers, body),
  }),
  route.get(ONE, 'getDeletedOrganization', {
    summary: 'One organization on its way out, with how much would be erased',
    replies: { 200: DeletedOrganization },
    refusals: { 404: ['accounts.not_scheduled'] },
    handle: (ctx, { params }) => deletedOrganizations.getDeletedOrganization(ctx, erasers, params.organizationId),
  }),
  route.post(ONE, 'eraseOrganization', {
    summary: 'Erase a scheduled organization for good: its people, its records and its files',
    replies: { 202: Begun },
    refusals: { 404: ['accounts.not_scheduled'], 409: ['accounts.erasure_began'] },
    handle: (ctx, { params }) => deletedOrganizations.beginErasure(ctx, erasers, params.organizationId),
  }),
  route.delete(ONE, 'cancelOrganizationDeletion', {
    summary: 'Cancel a scheduled deletion: everything is as it was',
    replies: { 204: null },
    refusals: { 404: ['accounts.not_scheduled'], 409: ['accounts.erasure_began'] },
    handle: (ctx, { params }) => deletedOrganizations.cancelDeletion(ctx, params.organizationId),
  }),
];
