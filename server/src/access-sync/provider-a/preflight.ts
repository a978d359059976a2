import type { Reply } from '../outbound/outbound.ts';
import { refusalOf } from '../outbound/token-cache.ts';
import { type PreflightCheck, ProviderProblem } from '../provider-client.ts';
import type { ProviderAConfig } from '../provider-config.ts';
import type { Drive } from './drive.ts';
import { messageOf } from './retry-policy.ts';
import { DIRECTORY_SCOPES, DRIVE_SCOPES } from './token.ts';

interface Probe {
  readonly scope: (typeof DRIVE_SCOPES)[number] | (typeof DIRECTORY_SCOPES)[number];
  readonly what: string;
  readonly ask: (drive: Drive, config: ProviderAConfig, signal: AbortSignal) => Promise<Reply>;
}

/** One call for each scope: being delegated is one thing, the service being switched on another. */
const probes: readonly Probe[] = [
  {
    scope: 'admin.directory.user.readonly',
    what: 'the list of people',
    ask: (drive, _, signal) => drive.directory('/users', { customer: 'my_customer', maxResults: 1 }, signal),
  },
  {
    scope: 'admin.directory.group.readonly',
    what: 'the list of groups',
    ask: (drive, _, signal) => drive.directory('/groups', { customer: 'my_customer', maxResults: 1 }, signal),
  },
  {
    scope: 'drive.readonly',
    what: 'the list of shared drives',
    ask: (drive, { adminEmail }, signal) =>
      drive.files('/drives', { pageSize: 1, useDomainAdminAccess: true }, adminEmail, signal),
  },
  {
    scope: 'drive.activity.readonly',
    what: 'the activity feed',
    ask: (drive, { adminEmail }, signal) => drive.activity({ pageSize: 1 }, adminEmail, signal),
  },
];

export async function preflight(
  config: ProviderAConfig,
  drive: Drive,
  signal: AbortSignal,
): Promise<readonly PreflightCheck[]> {
  const checks: PreflightCheck[] = [];
  const delegated = new Set<string>();
  for (const { scope } of probes) {
    const reply = await drive.tryScopes([scope]);
    if (reply.status === 200) delegated.add(scope);
    else
      checks.push({
        name: scope,
        ok: false,
        detail: `${refusalOf(reply)} Delegate ${config.scopeBase}/${scope} to the service account in the admin console.`,
      });
  }
  // A token is for several scopes at once, so a call proves something only when all of them were delegated.
  const usable = (scopes: readonly string[]) => scopes.every((scope) => delegated.has(scope));
  for (const probe of probes) {
    if (!delegated.has(probe.scope)) continue;
    const together: readonly string[] = probe.scope.startsWith('drive') ? DRIVE_SCOPES : DIRECTORY_SCOPES;
    checks.push(
      usable(together)
        ? await runProbe(probe, drive, config, signal)
        : { name: probe.scope, ok: true, detail: 'Delegated.' },
    );
  }
  return checks;
}

async function runProbe(
  { scope, what, ask }: Probe,
  drive: Drive,
  config: ProviderAConfig,
  signal: AbortSignal,
): Promise<PreflightCheck> {
  try {
    const reply = await ask(drive, config, signal);
    if (reply.status === 200) return { name: scope, ok: true, detail: `Delegated; ${what} can be read.` };
    const detail = `Delegated, but ${what} was refused: ${messageOf(reply)}. Is ${config.adminEmail} an administrator?`;
    return { name: scope, ok: false, detail };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    return { name: scope, ok: false, detail: error.message };
  }
}
