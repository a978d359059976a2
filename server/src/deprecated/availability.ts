import { MIGRATED } from '#accounts';
import type { Config } from '#config';
import type { HttpPorts } from '#platform/http/ports.ts';
import { problem } from '#platform/http/problem.ts';
import { availabilityOf } from './availability.rules.ts';
import { DeprecatedProblems } from './deprecated.problems.ts';

/** Fills the HTTP layer's question "does this route still exist here, for this caller". */
export const availability =
  ({
    installation,
    release,
    upgraded,
  }: Pick<Config, 'installation' | 'release' | 'upgraded'>): HttpPorts['availability'] =>
  (route, actor) => {
    const deprecated = route.history.deprecated;
    if (deprecated?.family !== 'prediction-api') return null;
    const account = actor && { createdAt: actor.accountCreatedAt, migrated: actor.permissions.has(MIGRATED) };
    const found = availabilityOf({ installation, release, upgraded, account });
    if (found === 'supported') return null;
    return problem(DeprecatedProblems[found], `${route.method} ${route.path}`, deprecated.replacedBy);
  };
