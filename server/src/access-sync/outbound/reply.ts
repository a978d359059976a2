import type { Dispatcher } from 'undici';
import { ProviderProblem } from '../provider-client.ts';

/** An answer, read whole. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const MOST_BYTES = 64 * 1024 * 1024;

export async function readReply(response: Dispatcher.ResponseData, url: string): Promise<Reply> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += (chunk as Buffer).length;
    if (bytes > MOST_BYTES) {
      response.body.destroy();
      throw new ProviderProblem('unavailable', `The answer of ${pathOf(url)} is larger than ${MOST_BYTES} bytes.`);
    }
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return { status: response.statusCode, headers, body: parse(text, response.statusCode, url) };
}

/** A refusal may be anything (a proxy's page); a success that is not JSON is no answer. */
function parse(text: string, status: number, url: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    if (status >= 400) return { error: { message: text.slice(0, 200) } };
    throw new ProviderProblem('unavailable', `The answer of ${pathOf(url)} is not JSON.`);
  }
}

/** For messages: queries may hold tokens of feeds. */
export const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);
