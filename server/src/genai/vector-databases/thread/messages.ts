import type { BuildOrder, Built } from '../building/build-index.ts';
import type { EmbeddedOrder } from '../export/embedded-lines.ts';
import type { Hit, OpenedFiles } from '../search/cached-index.ts';
import type { Neighbours, Question, Search } from '../search/chunks.ts';

/** What a thread is asked, and what it answers. */
export interface Orders {
  build: { readonly order: BuildOrder; readonly answer: Built };
  open: { readonly order: { readonly id: string; readonly files: OpenedFiles }; readonly answer: null };
  /** Null: not open. */
  items: {
    readonly order: { readonly id: string; readonly column: string };
    readonly answer: readonly string[] | null;
  };
  search: { readonly order: { readonly id: string; readonly search: Search }; readonly answer: readonly Hit[] | null };
  /** The two halves of a search whose vectors are elsewhere. */
  question: { readonly order: { readonly id: string; readonly search: Search }; readonly answer: Question | null };
  hits: {
    readonly order: {
      readonly id: string;
      readonly search: Search;
      readonly question: Question;
      readonly neighbours: Neighbours;
    };
    readonly answer: readonly Hit[] | null;
  };
  write: { readonly order: EmbeddedOrder; readonly answer: Uint8Array };
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
