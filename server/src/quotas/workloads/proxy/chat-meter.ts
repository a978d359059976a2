import type { IncomingHttpHeaders } from 'node:http';
import { StreamTap } from '#platform/tokens/stream-tap.ts';
import { estimateTokens } from '#platform/tokens/token-meter.ts';
import { type Usage, usageIn } from '#platform/tokens/usage.rules.ts';
import type { ChatTokens } from './chat-tokens.rules.ts';

/** Longer answers are judged by their beginning. */
const MOST_KEPT = 8 * 1024 * 1024;

/** Looks at the answer of a chat completion as it passes, and says in the end what the call used. */
export interface ChatMeter {
  take(chunk: Buffer): void;
  tokens(): number;
}

export function chatMeter(chat: ChatTokens, status: number, headers: IncomingHttpHeaders): ChatMeter {
  const isStream = /^text\/event-stream/i.test(String(headers['content-type'] ?? ''));
  const meter = isStream ? streamMeter() : bodyMeter();
  return {
    take: meter.take,
    tokens() {
      const { usage, output } = meter.end();
      if (usage !== null) return usage.input + usage.output;
      // What a service refuses it has not answered.
      return status >= 400 ? 0 : chat.input + output;
    },
  };
}

interface Meter {
  take(chunk: Buffer): void;
  end(): { readonly usage: Usage | null; readonly output: number };
}

function streamMeter(): Meter {
  const tap = new StreamTap(false);
  let isEvents = true;
  const attempt = (look: () => void) => {
    try {
      if (isEvents) look();
    } catch {
      isEvents = false;
    }
  };
  return {
    take: (chunk) => attempt(() => tap.take(chunk)),
    end() {
      attempt(() => tap.rest());
      return { usage: tap.usage, output: tap.outputTokens() };
    },
  };
}

function bodyMeter(): Meter {
  const kept: Buffer[] = [];
  let bytes = 0;
  let all = 0;
  return {
    take(chunk) {
      all += chunk.length;
      if (bytes >= MOST_KEPT) return;
      kept.push(chunk);
      bytes += chunk.length;
    },
    end() {
      const text = Buffer.concat(kept).toString('utf8');
      const answer = parsed(text);
      const usage = usageIn(answer?.usage);
      if (usage !== null) return { usage, output: usage.output };
      const words = answer === null ? text : wordsOf(answer.choices);
      return { usage: null, output: Math.ceil(estimateTokens(words) * (bytes === 0 ? 1 : all / bytes)) };
    },
  };
}

function wordsOf(choices: unknown): string {
  if (!Array.isArray(choices)) return '';
  return choices.map(({ message }: { message?: unknown }) => JSON.stringify(message ?? '')).join(' ');
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
