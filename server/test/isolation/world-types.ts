import type { Asked, ServedApp } from '../served-app.ts';

export type Person = Awaited<ReturnType<ServedApp['person']>>;

/** Ids of one person's objects, by the name a path gives them, or by `collection/name` where that name has two meanings. */
export type World = Readonly<Record<string, string>>;

/** How the objects of a world are made: over HTTP, as their owner or as an administrator of the organization. */
export interface Maker {
  readonly app: ServedApp;
  readonly owner: Person;
  readonly admin: Person;
  /** The reply of a call that must succeed; one that starts work is followed to its result. */
  make(line: string, body?: unknown, more?: { key?: string; headers?: Record<string, string> }): Promise<Asked>;
}
