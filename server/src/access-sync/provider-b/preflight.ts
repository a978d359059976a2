import { decodeJwt } from 'jose';
import type { PreflightCheck } from '../provider-client.ts';
import { ProviderProblem } from '../provider-client.ts';
import type { ProviderBConfig } from './config.ts';
import { wholeDrive } from './delta.ts';
import type { Graph } from './graph.ts';
import { messageOf } from './manner.ts';
import { siteSegment } from './sites.ts';

const GRANT = 'Add it as an application permission of the app and let an administrator consent.';

/** Tries one route for each permission, so that what is missing has a name. */
export async function preflight(
  config: ProviderBConfig,
  graph: Graph,
  signal: AbortSignal,
): Promise<readonly PreflightCheck[]> {
  const signIn = await attempt('token', 'Sign-in of the app', async () => {
    await graph.tokens.token(null);
    return 'The app got a token.';
  });
  if (!signIn.ok) return [signIn];
  const probe = (name: string, path: string) =>
    attempt(name, path, async () => {
      const reply = await graph.get(path, signal);
      if (reply.status === 200) return `GET ${path} answered 200.`;
      throw new ProviderProblem('unauthorized', `GET ${path} answered ${reply.status} (${messageOf(reply)}). ${GRANT}`);
    });
  const directory = await probe('Directory.Read.All', '/organization');
  const people = directory.ok ? await probe('Directory.Read.All', '/users?$top=1&$select=id') : directory;
  const sites = await probe('Sites.Read.All', '/sites?$top=1');
  const driveId = await firstDrive(config, graph, signal).catch(() => null);
  const files = driveId
    ? await probe('Files.Read.All', `${wholeDrive(driveId)}?token=latest`)
    : { name: 'Files.Read.All', ok: sites.ok, detail: 'No drive was found to try it on.' };
  return [signIn, people, sites, files, fullControl(await graph.tokens.token(null))];
}

async function attempt(name: string, what: string, run: () => Promise<string>): Promise<PreflightCheck> {
  try {
    return { name, ok: true, detail: await run() };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    return { name, ok: false, detail: error.message || `${what} failed.` };
  }
}

async function firstDrive(config: ProviderBConfig, graph: Graph, signal: AbortSignal): Promise<string | null> {
  const ids = config.siteIds ?? [await firstId(graph, '/sites?$top=1', signal)];
  for (const id of ids) {
    const drive = id === null ? null : await firstId(graph, `/sites/${siteSegment(id)}/drives`, signal);
    if (drive !== null) return drive;
  }
  return null;
}

async function firstId(graph: Graph, path: string, signal: AbortSignal): Promise<string | null> {
  const reply = await graph.get(path, signal);
  const { value = [] } = (reply.body ?? {}) as { value?: { id?: string }[] };
  return value[0]?.id ?? null;
}

/** Not demanded: without it the feed leaves out some changes of sharing, which verification then finds later. */
function fullControl(token: string): PreflightCheck {
  const name = 'Sites.FullControl.All';
  const roles = rolesOf(token);
  if (roles?.includes(name)) return { name, ok: true, detail: 'Granted: the feed tells every change of sharing.' };
  return {
    name,
    ok: true,
    detail: 'Optional and not granted: some changes of sharing are found by verification only.',
  };
}

function rolesOf(token: string): readonly unknown[] | null {
  try {
    const { roles } = decodeJwt(token);
    return Array.isArray(roles) ? roles : null;
  } catch {
    return null;
  }
}
