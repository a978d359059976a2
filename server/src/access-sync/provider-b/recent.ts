import type { Item } from '../model.ts';

const KEPT_MS = 600_000;

interface Told {
  readonly at: number;
  /** The item as told, where it is in doubt. */
  readonly doubt: Item | null;
}

/**
 * What polls have told of late. Whoever keeps the mirror may gather several polls before any of them is in force, so
 * what is held can be older than what was told; this remembers the difference.
 */
export interface Recent {
  forgetOld(now: number): void;
  tell(itemId: string, now: number, doubt: Item | null): void;
  has(itemId: string): boolean;
  doubts(): Item[];
}

export function recentlyTold(): Recent {
  const told = new Map<string, Told>();
  return {
    forgetOld(now) {
      for (const [id, { at }] of told) if (now - at > KEPT_MS) told.delete(id);
    },
    tell: (itemId, at, doubt) => {
      told.set(itemId, { at, doubt });
    },
    has: (itemId) => told.has(itemId),
    doubts: () => [...told.values()].flatMap(({ doubt }) => doubt ?? []),
  };
}
