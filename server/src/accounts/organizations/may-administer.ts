import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import { OrganizationProblems } from './organization.problems.ts';

/** Other organizations do not exist for the caller; in their own they need to be an administrator. */
export function mayAdminister(actor: Actor, organizationId: string): void {
  if (actor.organizationId !== organizationId) refuse(OrganizationProblems.noSuchOrganization, organizationId);
  if (actor.role !== 'admin') refuse(OrganizationProblems.notAdministrator, actor.username);
}
