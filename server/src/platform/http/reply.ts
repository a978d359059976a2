import type { Readable } from 'node:stream';

/** An answer other than "200 with this JSON". Paths in `location` are made absolute by the HTTP layer. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly body?: unknown;
  /** The body as JSON already, where writing it by hand is worth it. */
  readonly written?: string;
  readonly location?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

/**
 * Bytes that are not JSON: a download, an event stream. They may come from anybody, so a browser never runs them in the
 * origin of the console: `byteHeaders` sandboxes each of them and makes all but plain data a download. Only our own
 * pages say otherwise.
 */
export interface ByteReply {
  readonly kind: 'bytes';
  readonly status: number;
  readonly type: string;
  readonly content: Readable | LiveContent | Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The Content-Security-Policy of a page that browsers may display. */
  readonly pagePolicy?: string;
}

const reply = (status: number, more: Omit<Reply, 'kind' | 'status'> = {}): Reply => ({
  kind: 'reply',
  status,
  ...more,
});

export const noContent = (more: Pick<Reply, 'headers' | 'cookies'> = {}): Reply => reply(204, more);
export const created = (location: string, body: unknown): Reply => reply(201, { location, body });
export const answer = (status: number, more: Omit<Reply, 'kind' | 'status'>): Reply => reply(status, more);

/** Work has begun: the client polls the status address. Some clients need a JSON body on every POST reply. */
export const accepted = (statusId: string, body: Readonly<Record<string, unknown>> = {}): Reply =>
  reply(202, { location: `/api/v2/status/${statusId}/`, body: { ...body, statusId } });

export const bytes = (type: string, content: ByteReply['content'], headers: ByteReply['headers'] = {}): ByteReply => ({
  kind: 'bytes',
  status: 200,
  type,
  content,
  headers,
});

/** A page that browsers display, under a policy of its own. */
export const htmlPage = (html: string, pagePolicy: string): ByteReply => ({
  kind: 'bytes',
  status: 200,
  type: 'text/html; charset=utf-8',
  content: html,
  pagePolicy,
});

/** Nothing loads, nothing runs, and the document has an origin of its own. */
const INERT = "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** What browsers show as text: with nosniff they never take it for a page. */
const PLAIN = /^(application\/json|text\/plain|text\/event-stream)\s*(;|$)/i;
const ATTACHMENT = /^\s*attachment\s*(;|$)/i;

/** The headers of a byte reply. What a route says about safety itself does not count. */
export function byteHeaders({ type, headers = {}, pagePolicy }: ByteReply): Record<string, string> {
  const disposition = headers['content-disposition'] ?? '';
  const isShown = pagePolicy !== undefined || (PLAIN.test(type) && disposition === '');
  return {
    ...headers,
    'content-type': type,
    'content-security-policy': pagePolicy ?? INERT,
    'x-content-type-options': 'nosniff',
    ...(isShown || ATTACHMENT.test(disposition) ? {} : { 'content-disposition': 'attachment' }),
  };
}

const hasKind = (value: unknown, kind: string) =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

export const isReply = (value: unknown): value is Reply => hasKind(value, 'reply') && 'status' in (value as object);
export const isByteReply = (value: unknown): value is ByteReply =>
  hasKind(value, 'bytes') && 'content' in (value as object);

/** Where live content goes. */
export interface Outlet {
  /** False when the reader is behind: the content is told to resume once it has caught up. */
  write(piece: Buffer): boolean;
  end(last?: Buffer): void;
}

/**
 * A body that comes piece by piece, each sent on in the very call in which it arrived. A stream in between would keep
 * every piece for a turn of the event loop: with hundreds of conversations at once that is most of what they cost.
 */
export interface LiveContent {
  readonly live: true;
  /** Called once, when the reader is there. */
  flowInto(outlet: Outlet): void;
  resume(): void;
  /** Nobody reads any more; also called after the end, where it does nothing. */
  cancel(): void;
}

export const isLive = (content: object | string): content is LiveContent =>
  typeof content === 'object' && 'live' in content;
