import type { Platform, ServiceDefinition } from '#platform/context.ts';
import type { StoredModel } from '../genai.tables.ts';
import { llmIdOf, USUAL_COMPLETION, USUAL_CONTEXT, upstreamNameOf, withoutClientPrefix } from './upstream.schema.ts';
import { openKey, upstreamStore } from './upstream.store.ts';

/** Where a call goes. */
export interface Upstream {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** Whether it takes `stream_options.include_usage`. */
  readonly reportsUsage: boolean;
  /** Named by whoever runs the installation, so it may be anywhere. */
  readonly fromSettings: boolean;
}

export interface CatalogueEntry extends StoredModel {
  readonly llmId: string;
  readonly upstream: Upstream;
  readonly dateAdded: Date;
}

export interface Catalogue {
  readonly entries: readonly CatalogueEntry[];
  /** By catalogue id or by llmId, with or without a client's prefix. */
  find(name: string): CatalogueEntry | undefined;
}

type Reading = Pick<Platform, 'db' | 'config' | 'secrets' | 'services'>;

/** A change made by another process is seen after this long; one made by this process at once. */
const FRESH_MS = 2_000;
/** After this long it is read again in the background. */
const REFRESH_MS = 1_000;

interface CachedCatalogue {
  readonly read: Promise<Catalogue>;
  readonly since: number;
  isRefreshing: boolean;
}

/** By organization. */
const catalogueCache: ServiceDefinition<Map<string, CachedCatalogue>> = {
  name: 'genai.catalogue',
  open: () => new Map(),
};

/** The models an organization can call: those of the installation's settings, then its own. */
export function catalogueOf(platform: Reading, organizationId: string): Promise<Catalogue> {
  const cache = platform.services.get(catalogueCache);
  const since = performance.now();
  const known = cache.get(organizationId);
  if (known !== undefined && since < known.since + (known.isRefreshing ? FRESH_MS : REFRESH_MS)) return known.read;
  const read = readCatalogue(platform, organizationId);
  const next: CachedCatalogue = { read, since, isRefreshing: false };
  if (known === undefined || since >= known.since + FRESH_MS) {
    cache.set(organizationId, next);
    read.catch(() => cache.get(organizationId) === next && cache.delete(organizationId));
    return read;
  }
  known.isRefreshing = true;
  // Unless it was invalidated meanwhile: then this may have been read before the change.
  read.then(() => cache.get(organizationId) === known && cache.set(organizationId, next)).catch(() => undefined);
  return known.read;
}

export function invalidateCatalogue({ services }: Pick<Platform, 'services'>, organizationId: string): void {
  services.get(catalogueCache).delete(organizationId);
}

async function readCatalogue(platform: Reading, organizationId: string): Promise<Catalogue> {
  const rows = await upstreamStore(platform.db.queries).ofOrganization(organizationId);
  const own = rows
    .filter(({ is_active }) => is_active)
    .flatMap((row) => {
      const upstream: Upstream = {
        name: row.name,
        baseUrl: row.base_url,
        apiKey: openKey(platform.secrets, row.id, row.sealed_key),
        reportsUsage: row.reports_usage,
        fromSettings: false,
      };
      return row.models.map((model) => ({
        ...model,
        llmId: llmIdOf(model.model),
        upstream,
        dateAdded: row.created_at,
      }));
    });
  return indexCatalogue([...fromSettings(platform), ...own]);
}

function fromSettings({ config }: Reading): CatalogueEntry[] {
  const { baseUrl, apiKey, models } = config.llm;
  if (baseUrl === null) return [];
  const upstream: Upstream = { name: new URL(baseUrl).host, baseUrl, apiKey, reportsUsage: true, fromSettings: true };
  return models.map((model) => ({
    model,
    llmId: llmIdOf(model),
    upstreamModel: upstreamNameOf(model),
    name: upstreamNameOf(model),
    description: `${model}, served by this installation`,
    creator: model.split('/')[0] as string,
    contextSize: USUAL_CONTEXT,
    maxCompletionTokens: USUAL_COMPLETION,
    inputTypes: ['text'],
    isActive: true,
    isDeprecated: false,
    upstream,
    dateAdded: new Date(0),
  }));
}

/** Where two have one id, which settings changed later can bring about, the first counts. */
function indexCatalogue(all: readonly CatalogueEntry[]): Catalogue {
  const byLlmId = new Map<string, CatalogueEntry>();
  for (const entry of all) if (!byLlmId.has(entry.llmId)) byLlmId.set(entry.llmId, entry);
  const byModel = new Map([...byLlmId.values()].map((entry) => [entry.model, entry]));
  return {
    entries: [...byLlmId.values()],
    find: (name) => {
      const model = withoutClientPrefix(name);
      return byModel.get(model) ?? byLlmId.get(model);
    },
  };
}
