import {
  chatInputTokens,
  chatMessages,
  isOutputLimit,
  OUTPUT_LIMITS,
  ofAllChoices,
} from '#platform/tokens/chat-input.rules.ts';
import { tokenMeter } from '#platform/tokens/token-meter.ts';

/** What a chat completion asks of a quota. */
export interface ChatTokens {
  readonly input: number;
  /** With the longest answer, where the request says how long it may be. */
  readonly worstCase: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** An object, a list, or a comment before either, which some parsers take. */
const JSON_BEGINS = /^[\s\ufeff]*(?:[{[]|\/[/*])/;
const MESSAGES_KEY = /["']messages["']\s*:/i;
/** How the parts of a form begin: files may hold anything, and are no chat. */
const FORM_BEGINS = /^\s*--/;
const isBlank = (text: string): boolean => /^[\s\ufeff]*$/.test(text);

/** Whether a body must count as JSON: by its type, its beginning, or a key `messages` somewhere in it. */
export const looksLikeJson = (text: string, type: string): boolean =>
  !isBlank(text) &&
  (/json/i.test(type) || JSON_BEGINS.test(text) || (!FORM_BEGINS.test(text) && MESSAGES_KEY.test(text)));

/** Whether a body that begins so must be read whole. What follows blanks, only the rest tells. */
export const mayBeChat = (head: string, type: string): boolean => isBlank(head) || looksLikeJson(head, type);

/**
 * What a body that looks like JSON asks for; null for JSON that is no chat completion. Services read what we cannot
 * (`NaN`, comments, keys in another case), so what may be a chat and cannot be counted as one counts with its whole text.
 */
export function chatTokens(text: string): ChatTokens | null {
  let asked: unknown;
  try {
    // Not `parseJson`: numbers beyond a double and deep nesting are valid, and the service may take them.
    asked = JSON.parse(text);
  } catch {
    return withAnswer(textTokens(text), {});
  }
  if (typeof asked !== 'object' || asked === null) return null;
  const fields = asked as Fields;
  // Upper case: some parsers fold case, and with it the long s.
  const names = Object.keys(fields).filter((name) => name.toUpperCase() === 'MESSAGES');
  if (names.length === 0) return null;
  const messages = names.length === 1 ? chatMessages(fields.messages) : null;
  return withAnswer(messages === null ? textTokens(text) : (countTokens(messages, fields) ?? textTokens(text)), fields);
}

function countTokens(messages: readonly Fields[], { tools }: Fields): number | null {
  try {
    return chatInputTokens(messages, tools);
  } catch {
    // Nested deeper than can be written down again.
    return null;
  }
}

function withAnswer(input: number, asked: Fields): ChatTokens {
  const most = OUTPUT_LIMITS.map((name) => asked[name]).find(isOutputLimit);
  return { input, worstCase: input + (most === undefined ? 0 : ofAllChoices(most, asked.n)) };
}

/** Every character is looked at: a long beginning that costs little must not hide the rest. */
function textTokens(text: string): number {
  const meter = tokenMeter();
  meter.text(Buffer.from(text));
  return meter.count();
}
