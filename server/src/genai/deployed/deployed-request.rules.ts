import { parseJson, stringifyJson } from '#platform/json.ts';
import { completionFields, systemPromptOf } from '../catalogue/llm-settings.rules.ts';
import { introduction } from '../chats/messages.rules.ts';
import { type Edit, spliceJson, topLevel } from '../gateway/chat-request.rules.ts';
import type { Citation, Settings } from '../genai.tables.ts';

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Clients write anything where the model is named: a deployment has one. */
const PLACEHOLDER = 'datarobot-deployed-llm';
const SYSTEM = new Set(['system', 'developer']);

/**
 * The request with what the blueprint says where the caller says nothing: its settings and its system prompt. A body
 * that is no chat completion stays as it is: whoever reads it next says what is wrong with it.
 */
export function withDefaults(bytes: Buffer, settings: Settings | null): Buffer {
  const body = bytes.length === 0 ? undefined : parseJson(bytes);
  if (!isObject(body)) return bytes;
  const fields: Record<string, unknown> = { model: PLACEHOLDER, ...completionFields(settings) };
  if ('max_completion_tokens' in body) delete fields.max_tokens;
  const absent = Object.entries(fields).filter(([name]) => !(name in body));
  const prompt = systemPromptOf(settings);
  const { messages } = body;
  const says = Array.isArray(messages) && messages.some((one) => isObject(one) && SYSTEM.has(String(one.role)));
  const edits: Edit[] = [];
  if (prompt !== null && Array.isArray(messages) && messages.length > 0 && !says) {
    edits.push(replaceField(bytes, 'messages', [{ role: 'system', content: prompt }, ...messages]));
  }
  if (absent.length > 0) {
    const at = bytes.indexOf(0x7b) + 1;
    const text = absent.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',');
    edits.push({ from: at, to: at, text: `${text}${Object.keys(body).length > 0 ? ',' : ''}` });
  }
  return spliceJson(bytes, edits);
}

/** What is asked: the words of the last message of the user's; null when there are none. */
export function questionIn(bytes: Buffer): string | null {
  const found = lastQuestion(bytes);
  return found === null ? null : wordsOf(found.message);
}

/** What the user asked before, newest first. */
export function earlierQuestions(bytes: Buffer): string[] {
  const { messages, at } = lastQuestion(bytes) ?? { messages: [], at: 0 };
  const asked = messages.slice(0, at).filter((one): one is Fields => isObject(one) && one.role === 'user');
  return asked.flatMap((message) => wordsOf(message) ?? []).reverse();
}

function wordsOf({ content }: Fields): string | null {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content : [];
  const words = parts.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).filter(Boolean);
  return words.length === 0 ? null : words.join('\n');
}

/** The request with pieces of documents before the last question. */
export function withCitations(bytes: Buffer, citations: readonly Citation[]): Buffer {
  const found = lastQuestion(bytes);
  if (found === null || citations.length === 0) return bytes;
  const { messages, at, message } = found;
  const before = introduction(citations);
  const content =
    typeof message.content === 'string'
      ? `${before}${message.content}`
      : [{ type: 'text', text: before }, ...(message.content as unknown[])];
  const told = messages.map((one, index) => (index === at ? { ...message, content } : one));
  return spliceJson(bytes, [replaceField(bytes, 'messages', told)]);
}

interface Question {
  readonly messages: readonly unknown[];
  readonly at: number;
  readonly message: Fields;
}

/** The bytes are those of a chat completion. */
function lastQuestion(bytes: Buffer): Question | null {
  const { messages } = parseJson(bytes) as { messages: readonly unknown[] };
  const at = messages.findLastIndex((one) => isObject(one) && one.role === 'user');
  return at < 0 ? null : { messages, at, message: messages[at] as Fields };
}

/** Of several fields of one name the last counts. */
function replaceField(bytes: Buffer, key: string, value: unknown): Edit {
  const span = topLevel(bytes).findLast((one) => one.key === key);
  if (span === undefined) throw new Error(`There is no ${key} to be replaced.`);
  return { from: span.from, to: span.to, text: stringifyJson(value) };
}
