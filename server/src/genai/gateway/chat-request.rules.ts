import { Problem } from '#platform/http/problem.ts';
import { parseJson } from '#platform/json.ts';
import {
  chatInputTokens,
  chatMessages,
  isOutputLimit,
  OUTPUT_LIMITS,
  ofAllChoices,
} from '#platform/tokens/chat-input.rules.ts';
import { type Edit, type Span, spliced, topLevel } from './top-level.rules.ts';

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
      spliced(bytes, edits(spans, upstreamModel, askForUsage && stream === true && !wantsUsage, options)),
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
