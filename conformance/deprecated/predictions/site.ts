import { expect } from 'vitest';
import { deployedElsewhere } from '../../deployments/elsewhere.ts';
import { type Served, servedHousing, servedShops } from '../../deployments/served.ts';
import { startLlm } from '../../providers/llm/llm.ts';
import { type CallOptions, call } from '../../support/call.ts';
import { aChattingDeployment } from '../../support/deployed.ts';
import { aBlueprint, aPlayground } from '../../support/genai.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { aPerson, type Person } from '../../support/people.ts';
import { OF_DEPLOYMENTS, OF_MODELS } from '../routes.ts';
import { QUEUE_BYTES } from './large-rows.ts';

/** A route that predicts, old or current. */
export interface PredictionRoute {
  readonly name: string;
  /** Its address for a model and the deployment it stands behind. */
  of(served: Served): string;
  /** It is for time series only. */
  readonly series: boolean;
  readonly deployed: boolean;
  /** It takes options in its query. */
  readonly options: boolean;
}

const deployed = (start: string, word: string): PredictionRoute => ({
  name: `${start}/deployments/{deploymentId}/${word}`,
  of: ({ deploymentId }) => `${start}/deployments/${deploymentId}/${word}`,
  series: word.startsWith('timeSeries'),
  deployed: true,
  options: true,
});

const ofModel = (start: string, word: string): PredictionRoute => ({
  name: `${start}/{projectId}/{modelId}/${word}`,
  of: ({ projectId, modelId }) => `${start}/${projectId}/${modelId}/${word}`,
  series: word.startsWith('timeSeries'),
  deployed: false,
  options: start !== '/api/v1',
});

const OLD = [
  ofModel('/api/v1', 'predict'),
  ...OF_MODELS.map((word) => ofModel('/predApi/v1.0', word)),
  ...OF_DEPLOYMENTS.map((word) => deployed('/predApi/v1.0', word)),
];
const CURRENT = [deployed('/predApi/v1.0', 'predictions'), deployed('/api/v2', 'predictions')];

const named = (routes: readonly PredictionRoute[]) => routes.map((route) => [route.name, route] as const);
export const OLD_PREDICTIONS = named(OLD);
export const ALL_PREDICTIONS = named([...CURRENT, ...OLD]);

/** An installation that still has the old routes, with a model of every kind behind them. */
export interface Site {
  readonly installation: Installation;
  readonly owner: Person;
  /** Sees everything and may use none of it. */
  readonly observer: Person;
  readonly outsider: Person;
  readonly housing: Served;
  readonly shops: Served;
  /** Keys of agents: of the deployment of the housing, and of the shops. */
  readonly agentKeys: { readonly housing: string; readonly shops: string };
  /** A deployment that runs elsewhere, and one that writes text. */
  readonly elsewhere: string;
  readonly writer: string;
  at(who: Person): CallOptions & { readonly url: string; readonly key: string };
  stop(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  const llm = await startLlm();
  const installation = await startInstallation({
    ALMANAC_RELEASE: '6.1',
    ALMANAC_UPGRADED: 'true',
    // So that a second large request of one caller waits for the first.
    ALMANAC_SCORING_THREADS: '1',
    ALMANAC_SCORING_QUEUE_BYTES: String(Math.floor(QUEUE_BYTES)),
    ALMANAC_ALLOWED_INSIDE_HOSTS: new URL(llm.url).host,
    ALMANAC_LLM_BASE_URL: llm.url,
    ALMANAC_LLM_API_KEY: 'key',
    ALMANAC_LLM_MODELS: 'fake/echo',
  });
  const { url, adminKey } = installation;
  const at = ({ token }: Person) => ({ url, key: token });
  const someone = () => aPerson({}, { url, key: adminKey });
  const [owner, observer, outsider] = [await someone(), await someone(), await someone()];
  const own = at(owner);
  const [housing, shops] = await Promise.all([
    servedHousing(own),
    servedShops(own, { featureSettings: [{ featureName: 'promotion', knownInAdvance: true }] }),
  ]);
  for (const { projectId, deploymentId } of [housing, shops])
    for (const thing of [`projects/${projectId}`, `deployments/${deploymentId}`]) {
      const roles = [{ shareRecipientType: 'user', id: observer.id, role: 'CONSUMER', canUseData: false }];
      const json = { operation: 'updateRoles', roles };
      const shared = await call('PATCH', `/api/v2/${thing}/sharedRoles/`, { ...own, json });
      expect(shared.status, shared.text).toBe(204);
    }
  const agentKey = async ({ deploymentId }: Served): Promise<string> =>
    (await call('POST', '/api/v2/account/apiKeys/', { ...own, json: { name: 'agent', deploymentId } })).body.key;
  const { playgroundId } = await aPlayground(own.key, url);
  return {
    ...{ installation, owner, observer, outsider, housing, shops, at },
    agentKeys: { housing: await agentKey(housing), shops: await agentKey(shops) },
    elsewhere: (await deployedElsewhere(own, 'Elsewhere')).id,
    writer: await aChattingDeployment(own.key, await aBlueprint(own.key, playgroundId, 'echo', url), url),
    async stop() {
      await installation.stop();
      await llm.close();
    },
  };
}
