import { type ApiCall, get, patch, post, remove } from './call.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

const segment = encodeURIComponent;

/** A setting a model takes, with its bounds. */
export interface LlmSetting {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'string' | 'integer' | 'float';
  readonly constraints: {
    readonly minValue: number | null;
    readonly maxValue: number | null;
    readonly maxLength: number | null;
  } | null;
  readonly defaultValue: string | number | boolean | null;
}

export interface Llm {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly vendor: string;
  readonly contextSize: number;
  readonly isDeprecated: boolean;
  readonly isActive: boolean;
  readonly settings: readonly LlmSetting[];
}

export interface CatalogueModel {
  /** As clients of the gateway write it. */
  readonly model: string;
  readonly llmId: string;
  readonly name: string;
  readonly description: string;
  readonly provider: string;
  readonly contextSize: number;
  readonly maxCompletionTokens: number;
  readonly inputTypes: readonly string[];
  readonly isDeprecated: boolean;
  readonly isActive: boolean;
}

export interface UpstreamModel {
  readonly model: string;
  readonly upstreamModel?: string;
}

/** A service that speaks OpenAI's format. Its key is never told. */
export interface Upstream {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly hasApiKey: boolean;
  readonly isActive: boolean;
  readonly reportsUsage: boolean;
  readonly models: readonly UpstreamModel[];
  readonly lastUpdateDate: string;
}

export interface UpstreamText {
  readonly name: string;
  readonly baseUrl: string;
  /** Left out: what is stored stays. */
  readonly apiKey?: string;
  readonly isActive: boolean;
  readonly reportsUsage: boolean;
  /** Left out of a change: the models stay, with everything that was said of them. */
  readonly models?: readonly UpstreamModel[];
}

const UPSTREAMS = 'genai/llmgw/upstreams/';

export const llmCalls = {
  list: (): ApiCall<Page<Llm>> => get('genai/llms/', { limit: 1000 }),
  catalogue: (): ApiCall<Page<CatalogueModel>> => get('genai/llmgw/catalog/', { limit: 1000 }),
  upstreams: (): ApiCall<Page<Upstream>> => get(UPSTREAMS, { limit: 100 }),
  createUpstream: (text: UpstreamText): ApiCall<Upstream> => post(UPSTREAMS, { ...text }),
  changeUpstream: (id: string, text: UpstreamText): ApiCall<Upstream> =>
    patch(`${UPSTREAMS}${segment(id)}/`, { ...text }),
  removeUpstream: (id: string): ApiCall<void> => remove(`${UPSTREAMS}${segment(id)}/`),
};

export const llmKeys = { all: ['llms'] } as const;

export const llmQueries = {
  list: () => ask([...llmKeys.all, 'list'], llmCalls.list()),
  catalogue: () => ask([...llmKeys.all, 'catalogue'], llmCalls.catalogue()),
  upstreams: () => ask([...llmKeys.all, 'upstreams'], llmCalls.upstreams()),
};
