import { inject } from 'vitest';
import type { Served } from '../deployments/served.ts';
import type { CallOptions } from '../support/call.ts';
import { startInstallation } from '../support/installation.ts';
import { aPerson } from '../support/people.ts';

/** Versions of the API: the newest, and the last with the fields of accuracyOverTime that 2.35 removed. */
type ApiVersion = 'newest' | '2.34';
type Packages = readonly string[];

/** Clients that demand those fields: 3.4 and older. */
const NEEDS_OLDER = ['version-2', 'oldest'];

/** Which client runs on which version of the API: newer clients on both. */
export const runsOf = (clients: Readonly<Record<string, Packages>>) =>
  Object.entries(clients).flatMap(([name, packages]) => {
    const versions: readonly ApiVersion[] = NEEDS_OLDER.includes(name) ? ['2.34'] : ['newest', '2.34'];
    return versions.map((version) => ({ name, packages, version }));
  });

/** A model and a person on a server of each version, as variables for a scenario. */
export async function bothVersions(train: (options: CallOptions) => Promise<Served>) {
  const older = await startInstallation({ ALMANAC_API_VERSION: '2.34' });
  const on = async (at: { readonly url: string; readonly key?: string }): Promise<Record<string, string>> => {
    const { token: key } = await aPerson({}, at);
    const { modelId } = await train({ url: at.url, key });
    return { ENDPOINT: `${at.url}/api/v2`, TOKEN: key, MODEL_ID: modelId };
  };
  const [newest, before] = await Promise.all([
    on({ url: inject('target').url }),
    on({ url: older.url, key: older.adminKey }),
  ]);
  return { env: { newest, '2.34': before } satisfies Record<ApiVersion, unknown>, stop: older.stop };
}
