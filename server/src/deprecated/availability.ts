import { MIGRATED } from '#accounts';
import type { Config, Installation, Release } from '#config';
import type { HttpPorts } from '#platform/http/ports.ts';
import { problem } from '#platform/http/problem.ts';
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

/** What decides whether deprecated prediction routes exist: the table under Versioning of the specification. */
export interface Situation {
  readonly installation: Installation;
  readonly release: Release;
  /** Whether a self-managed installation was upgraded from a release before 6.0. */
  readonly upgraded: boolean;
  /** Null without authentication. */
  readonly account: { readonly createdAt: Date; readonly migrated: boolean } | null;
}

type Availability = 'supported' | 'disabled' | 'removed' | 'migrated';

/** "Newer than May 2020": from the first moment of June on. */
const FIRST_NEW_ACCOUNT = new Date('2020-06-01T00:00:00Z');

export function availabilityOf({ installation, release, upgraded, account }: Situation): Availability {
  if (installation === 'managed-cloud') return account === null ? 'supported' : availabilityForAccount(account);
  if (release === '6.2') return 'removed';
  return upgraded ? 'supported' : 'disabled';
}

/** The managed cloud moves accounts one by one; those who came later never had the old routes. */
const availabilityForAccount = ({ createdAt, migrated }: { createdAt: Date; migrated: boolean }): Availability =>
  migrated || createdAt >= FIRST_NEW_ACCOUNT ? 'migrated' : 'supported';
