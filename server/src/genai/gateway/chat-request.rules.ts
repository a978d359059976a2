import { Problem } from '#platform/http/problem.ts';
import { parseJson } from '#platform/json.ts';
import {
  chatInputTokens,
  chatMessages,
  isOutputLimit,
  OUTPUT_LIMITS,
  ofAllChoices,
} from '#platform/tokens/chat-input.rules.ts';

/** What the gateway needs to know of a chat completion; all else is the upstream's affair. */
export interface ChatRequest {
  readonly model: string;
  readonly stream: boolean;
  /** The caller asked for a last event with the usage. */
  readonly wantsUsage: boolean;
  readonly inputTokens: number;
  /** The most it may answer, all choices together; null when it does not say. */
  readonly mostOutputTokens: number | null;
  /** The bytes to send on, with the model's own name there. */
  bytesFor(upstreamModel: string, askForUsage: boolean): Buffer;
}

/** Which of two counts is up to the reader, and the upstream is another reader. */
const READ_HERE = ['model', 'messages', 'stream', 'stream_options', 'max_tokens', 'max_completion_tokens', 'n'];

const invalid = (param: string, reason: string): Problem =>
  new Problem(400, 'invalid_value', reason, { fields: { [param]: reason } });

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readChatRequest(bytes: Buffer): ChatRequest {
  const body = bytes.length === 0 ? undefined : parseJson(bytes);
  if (!isObject(body)) throw invalid('body', 'Must be a JSON object with model and messages');
  const { model, stream, stream_options: options } = body;
  if (typeof model !== 'string' || model === '') throw invalid('model', 'This field is required: the id of a model');
  const messages = chatMessages(body.messages);
  if (messages === null) {
    throw invalid('messages', 'Must be a list of at least one message, each an object with a role');
  }
  if (![undefined, null, true, false].includes(stream as boolean)) throw invalid('stream', 'Must be true or false');
  const spans = topLevel(bytes);
  for (const key of READ_HERE) {
    if (spans.filter((span) => span.key === key).length > 1) throw invalid(key, 'Must not be given twice');
  }
  const wantsUsage = isObject(options) && options.include_usage === true;
  return {
    model,
    stream: stream === true,
    wantsUsage,
    inputTokens: chatInputTokens(messages, body.tools),
    mostOutputTokens: mostOutput(body),
    bytesFor: (upstreamModel, askForUsage) =>
      spliceJson(bytes, edits(spans, upstreamModel, askForUsage && stream === true && !wantsUsage, options)),
  };
}

function mostOutput(body: Fields): number | null {
  for (const name of OUTPUT_LIMITS) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    if (!isOutputLimit(value)) throw invalid(name, 'Must be a whole number above 0');
    return ofAllChoices(value, body.n);
  }
  return null;
}

function edits(spans: readonly Span[], upstreamModel: string, addUsage: boolean, options: unknown): Edit[] {
  const at = (key: string) => spans.find((span) => span.key === key);
  const model = at('model') as Span;
  const changes: Edit[] = [{ from: model.from, to: model.to, text: JSON.stringify(upstreamModel) }];
  if (!addUsage) return changes;
  const said = at('stream_options');
  const text = JSON.stringify({ ...(isObject(options) ? options : {}), include_usage: true });
  if (said !== undefined) return [...changes, { from: said.from, to: said.to, text }];
  return [...changes, { from: model.to, to: model.to, text: `,"stream_options":${text}` }];
}

/** Where the value of one key of a JSON object stands in its bytes. */
interface Span {
  readonly key: string;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const opens = (byte: number | undefined) => byte === 0x7b || byte === 0x5b;
const closes = (byte: number | undefined) => byte === 0x7d || byte === 0x5d;

function skipBlank(bytes: Buffer, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at++;
  return at;
}

/** `from` is behind the opening quote; the answer is behind the closing one. Long strings are found at memory speed. */
function endOfString(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return bytes.length;
}

function endOfValue(bytes: Buffer, from: number): number {
  if (bytes[from] === QUOTE) return endOfString(bytes, from + 1);
  let at = from;
  if (!opens(bytes[at])) {
    while (at < bytes.length && bytes[at] !== 0x2c && !closes(bytes[at]) && !isBlank(bytes[at])) at++;
    return at;
  }
  let depth = 0;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at + 1);
      continue;
    }
    if (opens(byte)) depth++;
    else if (closes(byte) && --depth === 0) return at + 1;
    at++;
  }
  return at;
}

/** The values of a JSON object's own keys, in order. The bytes must be valid JSON and an object. */
export function topLevel(bytes: Buffer): Span[] {
  const spans: Span[] = [];
  let at = skipBlank(bytes, skipBlank(bytes, 0) + 1);
  while (bytes[at] === QUOTE) {
    const keyEnd = endOfString(bytes, at + 1);
    const key = JSON.parse(bytes.toString('utf8', at, keyEnd)) as string;
    const from = skipBlank(bytes, skipBlank(bytes, keyEnd) + 1);
    const to = endOfValue(bytes, from);
    spans.push({ key, from, to });
    at = skipBlank(bytes, skipBlank(bytes, to) + 1);
  }
  return spans;
}

/** The same bytes with some places written anew; every other byte stays what the caller sent. */
export function spliceJson(bytes: Buffer, edits: readonly Edit[]): Buffer {
  const pieces: Buffer[] = [];
  let at = 0;
  for (const { from, to, text } of [...edits].sort((a, b) => a.from - b.from)) {
    pieces.push(bytes.subarray(at, from), Buffer.from(text));
    at = to;
  }
  pieces.push(bytes.subarray(at));
  return Buffer.concat(pieces);
}
