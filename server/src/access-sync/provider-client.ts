import type { Cursor, DirectoryPage, Item, ItemPage, Principal, PrincipalKind, Space } from './model.ts';

/** Something the connection needs at the provider, and whether it has it. */
export interface PreflightCheck {
  /** The scope, application permission or address as the provider spells it. */
  readonly name: string;
  readonly ok: boolean;
  /** What was tried and what came back; when not ok, what an administrator of the source must do. */
  readonly detail: string;
}

/** What is held of an item: enough to read its permissions again. */
export interface HeldItem extends Omit<Item, 'etag' | 'webUrl'> {
  readonly spaceKey: string;
  /** As the client gave it: provider A keeps the version here, provider B marks items it is not sure about. */
  readonly etag: string | null;
  /** Whether the parent's grants count too, as held. */
  readonly inherits: boolean;
}

/** What is held of a user or group: told by the directory, or met as the subject of a grant or a membership. */
export interface HeldPrincipal extends Pick<Principal, 'key' | 'sourceId' | 'kind'> {
  /** False: nothing but the key is known yet. */
  readonly known: boolean;
}

/** One reading of something at the provider. */
export interface Pass {
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** A number that only grows, also over restarts and other processes. Take it before a request is sent. */
  tick(): number;
  /** What is held below an item of this connection, the item itself left out: for folders whose change marks all. */
  below(itemKey: string): AsyncIterable<HeldItem>;
  held(itemKeys: readonly string[]): Promise<readonly HeldItem[]>;
  /** Users and groups as held: where a directory cannot be listed, these are what must be asked for. */
  principals(kind: PrincipalKind): AsyncIterable<HeldPrincipal>;
  /** The addresses of the platform's own active users: those whose access will be asked for. */
  people(): AsyncIterable<string>;
}

/** Reads one provider for one connection. Every failure is a `ProviderProblem`. */
export interface ProviderClient {
  /** Tries everything the connection needs and names what is missing; a refusal is a result, not a failure. */
  preflight(signal: AbortSignal): Promise<readonly PreflightCheck[]>;
  /** All of them: a space that is not told any more is gone with everything in it. */
  spaces(pass: Pass): Promise<readonly Space[]>;
  /** Everything in the space. `resume` is the cursor of the last page that was kept of an interrupted crawl. */
  crawl(space: Space, resume: Cursor | null, pass: Pass): AsyncIterable<ItemPage>;
  /** What changed since the cursor of the last complete page. Throws `cursorGone` where the provider says 410. */
  poll(space: Space, cursor: Cursor, pass: Pass): AsyncIterable<ItemPage>;
  /** Reads the permissions of these again, for what change feeds are known to miss. */
  verify(space: Space, items: readonly HeldItem[], pass: Pass): AsyncIterable<ItemPage>;
  directory(pass: Pass): AsyncIterable<DirectoryPage>;
  /**
   * Everybody, and the direct members of these groups alone: as much of the directory as must be looked at again before
   * somebody may read more. A group that cannot be read is a failure.
   */
  people(groupKeys: readonly string[], pass: Pass): AsyncIterable<DirectoryPage>;
}

export type ProviderTrouble =
  /** 401, 403 on everything, consent withdrawn: nothing can be read until somebody repairs it. */
  | 'unauthorized'
  /** Throttled or over a daily limit beyond what the client waits for itself. */
  | 'throttled'
  /** The cursor is no longer known: read the whole space again, from `restartAt` where the provider gave one. */
  | 'cursorGone'
  /** The space itself is gone (404). */
  | 'spaceGone'
  /** Network, 5xx, a malformed answer: tried again later; nothing is concluded from it. */
  | 'unavailable';

export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem';
  readonly trouble: ProviderTrouble;
  readonly retryAfterMs: number | null;
  readonly restartAt: Cursor | null;

  constructor(
    trouble: ProviderTrouble,
    message: string,
    more: { retryAfterMs?: number; restartAt?: Cursor; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.trouble = trouble;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.restartAt = more.restartAt ?? null;
  }
}
