/** The shapes of OpenAI's chat completions, as any compatible service writes them. */

export interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[];
}

export const wordsOf = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? (content as { text?: string }[]) : [];
  return parts.map(({ text = '' }) => text).join(' ');
};

/** What is answered to a request: the last thing somebody said, and how much there was of everything. */
export function replyTo({ messages }: ChatBody): string {
  const last = messages.findLast(({ role }) => role === 'user');
  return `You said: ${textOf(last?.content)}`;
}

export interface WireUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

/** One token a word, so that tests can count. */
export function usageOf({ messages }: ChatBody, reply: string): WireUsage {
  const input = messages.reduce((sum, { content }) => sum + wordsOf(textOf(content)).length, 0);
  const output = wordsOf(reply).length;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

const head = (model: string, object: string) => ({ id: 'chatcmpl-fake', object, created: 1_700_000_000, model });

export function completion(body: ChatBody, reply: string, withUsage: boolean, fingerprint: string) {
  const message = toolCall(body) ?? { role: 'assistant', content: reply };
  const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
  return {
    ...head(body.model, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason }],
    system_fingerprint: fingerprint,
    ...(withUsage ? { usage: usageOf(body, reply) } : {}),
  };
}

function toolCall({ tools }: ChatBody) {
  const name = tools?.[0]?.function?.name;
  if (name === undefined) return null;
  const call = { id: 'call_1', type: 'function', function: { name, arguments: '{"city":"Köln"}' } };
  return { role: 'assistant', content: null, tool_calls: [call] };
}

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

export const END = 'data: [DONE]\n\n';

/** The events of a streamed reply, without the end mark. */
export function events(body: ChatBody, reply: string, withUsage: boolean): string[] {
  const asked = body.stream_options?.include_usage === true;
  const chunk = (delta: object, finish_reason: string | null = null) =>
    event({
      ...head(body.model, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, finish_reason }],
      ...(asked ? { usage: null } : {}),
    });
  const tool = toolCall(body);
  const deltas = tool
    ? [chunk({ tool_calls: tool.tool_calls.map((call, index) => ({ index, ...call })) })]
    : wordsOf(reply).map((content) => chunk({ content }));
  const usage = { ...head(body.model, 'chat.completion.chunk'), choices: [], usage: usageOf(body, reply) };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...deltas,
    chunk({}, tool ? 'tool_calls' : 'stop'),
    ...(withUsage && asked ? [event(usage)] : []),
  ];
}

export const errorEvent = (message: string): string => event({ error: { message, type: 'server_error', code: null } });

export const errorBody = (message: string, type: string, code: string | null = null) => ({
  error: { message, type, param: null, code },
});
