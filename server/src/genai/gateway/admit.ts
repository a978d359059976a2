import type { CatalogueEntry } from '../catalogue/catalogue.ts';
import type { Calling } from './chat-completion.ts';
import type { ChatRequest } from './chat-request.rules.ts';
import type { Usage } from './usage.rules.ts';

/** What has a quota. */
export interface LimitedResource {
  readonly type: 'deployment' | 'workload';
  readonly id: string;
}

/** A call that may go on. Either of both ends it; what comes after the first does nothing. */
export interface Admission {
  settle(usage: Usage): void;
  release(): void;
}

interface Asking {
  readonly entry: CatalogueEntry;
  readonly request: ChatRequest;
  readonly resource: LimitedResource | undefined;
}

const FREE: Admission = { settle: () => undefined, release: () => undefined };

/** Whether the quota of what is called through lets the call in. */
export async function admit(_ctx: Calling, _asking: Asking): Promise<Admission> {
  return FREE;
}
