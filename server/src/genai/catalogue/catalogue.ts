import type { Platform } from '#platform/context.ts';
import type { Database } from '#platform/db/database.ts';
import type { StoredModel } from '../genai.tables.ts';
import { llmIdOf, upstreamNameOf, withoutClientPrefix } from '../upstreams/model-id.rules.ts';
import { USUAL_COMPLETION, USUAL_CONTEXT } from '../upstreams/upstream.schema.ts';
import { upstreamStore } from '../upstreams/upstream.store.ts';
import { openKey } from '../upstreams/upstream-key.ts';

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

type Reading = Pick<Platform, 'db' | 'config' | 'secrets'>;

/** A change made by another process is seen after this long; one made by this process at once. */
const FRESH_MS = 2_000;
/** Who asks after this long has it read anew, and need not wait for that. */
const RENEWED_MS = 1_000;

interface Kept {
  readonly read: Promise<Catalogue>;
  readonly since: number;
  isRenewed: boolean;
}

const kept = new WeakMap<Database, Map<string, Kept>>();

/** The models an organization can call: those of the installation's settings, then its own. */
export function catalogueOf(platform: Reading, organizationId: string): Promise<Catalogue> {
  const own = kept.get(platform.db) ?? new Map<string, Kept>();
  kept.set(platform.db, own);
  const since = performance.now();
  const known = own.get(organizationId);
  if (known !== undefined && since < known.since + (known.isRenewed ? FRESH_MS : RENEWED_MS)) return known.read;
  const read = readCatalogue(platform, organizationId);
  const next: Kept = { read, since, isRenewed: false };
  if (known === undefined || since >= known.since + FRESH_MS) {
    own.set(organizationId, next);
    read.catch(() => own.get(organizationId) === next && own.delete(organizationId));
    return read;
  }
  known.isRenewed = true;
  // Unless it was forgotten meanwhile: then this may have been read before the change.
  read.then(() => own.get(organizationId) === known && own.set(organizationId, next)).catch(() => undefined);
  return known.read;
}

export function forgetCatalogue(db: Database, organizationId: string): void {
  kept.get(db)?.delete(organizationId);
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
  return indexed([...fromSettings(platform), ...own]);
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
function indexed(all: readonly CatalogueEntry[]): Catalogue {
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
