import { estimateTokens } from '#platform/tokens/token-meter.ts';
import type { Citation } from '../genai.tables.ts';

/** A message of a chat completion. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface Said {
  readonly id: string;
  readonly text: string;
  readonly answer: string;
}

export interface Conversation {
  readonly messages: readonly Message[];
  /** What of the history was told, oldest first. */
  readonly told: readonly string[];
  readonly docsTokens: number;
}

/** Around each message. */
const MESSAGE_TOKENS = 4;
export const tokensOf = (text: string): number => estimateTokens(text) + MESSAGE_TOKENS;

const contextOf = (citations: readonly Citation[]): string =>
  citations.map(({ text, source }) => (source === null ? text : `${text}\n(${source})`)).join('\n\n');
const answerFrom = (context: string): string => `Answer from this context:\n\n${context}\n\nThe question: `;

/** What stands before a question that is to be answered from documents. */
export const introduction = (citations: readonly Citation[]): string => answerFrom(contextOf(citations));

/** What is told to the model. The history is told as far back as the model's context reaches, newest first. */
export function conversation(asked: {
  readonly text: string;
  readonly systemPrompt: string | null;
  /** Newest first. */
  readonly history: readonly Said[];
  readonly citations: readonly Citation[];
  /** Tokens there is room for, the answer not counted. */
  readonly room: number;
}): Conversation {
  const { text, systemPrompt, history, citations } = asked;
  const context = contextOf(citations);
  const question = citations.length === 0 ? text : `${answerFrom(context)}${text}`;
  let left = asked.room - tokensOf(question) - (systemPrompt === null ? 0 : tokensOf(systemPrompt));
  const told: Said[] = [];
  for (const said of history) {
    left -= tokensOf(said.text) + tokensOf(said.answer);
    if (left < 0) break;
    told.unshift(said);
  }
  return {
    messages: [
      ...(systemPrompt === null ? [] : [{ role: 'system', content: systemPrompt } as const]),
      ...told.flatMap((said): Message[] => [
        { role: 'user', content: said.text },
        { role: 'assistant', content: said.answer },
      ]),
      { role: 'user', content: question },
    ],
    told: told.map(({ id }) => id),
    docsTokens: citations.length === 0 ? 0 : estimateTokens(context),
  };
}
