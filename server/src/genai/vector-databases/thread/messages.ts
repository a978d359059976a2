import type { BuildOrder, Built } from '../building/build-index.ts';
import type { Hit, IndexFiles, Search } from '../search/hot-index.ts';

/** What a thread is asked, and what it answers. */
export interface Orders {
  build: { readonly order: BuildOrder; readonly answer: Built };
  open: { readonly order: { readonly id: string; readonly files: IndexFiles }; readonly answer: null };
  /** Null: not open. */
  items: {
    readonly order: { readonly id: string; readonly column: string };
    readonly answer: readonly string[] | null;
  };
  search: { readonly order: { readonly id: string; readonly search: Search }; readonly answer: readonly Hit[] | null };
}

export type Kind = keyof Orders;

export interface Ask<Which extends Kind = Kind> {
  readonly number: number;
  readonly kind: Which;
  readonly order: Orders[Which]['order'];
}

export interface Answer {
  readonly number: number;
  readonly answer?: unknown;
  readonly error?: { readonly message: string; readonly stack: string };
}
