import { estimateTokens } from './token-meter.ts';

/** Around each message, and what is not text: a picture of usual size and detail, a little sound, a page. */
const MESSAGE_TOKENS = 4;
const PART_TOKENS: Readonly<Record<string, number>> = { image_url: 765, input_audio: 500, file: 1500 };

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMessage = (message: unknown): boolean => isObject(message) && typeof message.role === 'string';

/** A list of messages as a chat completion has it; null for everything else. */
export const chatMessages = (value: unknown): readonly Fields[] | null =>
  Array.isArray(value) && value.length > 0 && value.every(isMessage) ? (value as Fields[]) : null;

/** Tokens of everything that is asked: messages, and the tools that may be called. */
export function chatInputTokens(messages: readonly Fields[], tools: unknown): number {
  let tokens = 3 + (tools === undefined ? 0 : countJson(tools));
  for (const { content, tool_calls: calls } of messages) {
    tokens += MESSAGE_TOKENS + (calls === undefined ? 0 : countJson(calls));
    if (typeof content === 'string') tokens += estimateTokens(content);
    else if (Array.isArray(content)) for (const part of content) tokens += countPart(part);
  }
  return tokens;
}

const countJson = (value: unknown): number =>
  estimateTokens(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)) ?? '');

function countPart(part: unknown): number {
  if (!isObject(part)) return 0;
  if (typeof part.text === 'string') return estimateTokens(part.text);
  return PART_TOKENS[String(part.type)] ?? 0;
}

export const OUTPUT_LIMITS = ['max_completion_tokens', 'max_tokens'] as const;

/** Whether it can be the longest answer that is asked for. */
export const isOutputLimit = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1;

/** Of each choice, for all choices that are asked for. */
export const ofAllChoices = (most: number, choices: unknown): number =>
  most * (typeof choices === 'number' && choices > 1 ? choices : 1);
