import type { History, Method, Part } from '#platform/http/route.ts';
import ledgerFile from '../../../spec/ledger.json' with { type: 'json' };

/** One route of the ledger: what the specification, real clients or we ourselves promise. */
export interface LedgerRoute {
  readonly method: Method;
  readonly path: string;
  readonly part: Part;
  readonly source: 'specification' | 'clients' | 'almanac';
  readonly section?: string;
  readonly added: string;
  readonly auth: 'key' | 'none' | 'basic' | 'credentials';
  readonly codes: readonly number[];
  /** The codes of its refusals, by status. */
  readonly errors?: Readonly<Record<number, readonly string[]>>;
  readonly state: 'served' | 'planned';
  readonly deprecated?: NonNullable<History['deprecated']>;
  /** The first version of the API without it; ALMANAC_API_VERSION before that serves it. */
  readonly removed?: string;
  readonly fields?: NonNullable<History['fields']>;
  /** What we decided where the specification is silent. */
  readonly decision?: string;
}

export const ledger = ledgerFile.routes as readonly LedgerRoute[];

/** Two spellings of one route are one: parameter names do not count, nor does the trailing slash. */
export const signature = (route: { readonly method: string; readonly path: string }): string =>
  `${route.method} ${route.path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')}`;
