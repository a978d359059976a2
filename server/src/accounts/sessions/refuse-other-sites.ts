import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { provenance } from './same-site.rules.ts';
import { SessionProblems } from './session.problems.ts';

/** Another site must not sign its visitors in under an account of its choice. Callers without a browser may. */
export function refuseOtherSites({ config }: Pick<Platform, 'config'>, headers: IncomingHttpHeaders): void {
  if (provenance(headers, config.publicUrl) === 'other-origin') refuse(SessionProblems.otherSite, 'POST');
}
