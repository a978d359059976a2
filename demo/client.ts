/** A small client of the public API: what anybody could write from the reference. */
export interface Client {
  readonly url: string;
  readonly key: string;
  call<T = Record<string, unknown>>(line: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
  /** The answer as it came, whatever its status. */
  raw(line: string, body?: string | FormData, headers?: Record<string, string>): Promise<Response>;
  /** Follows work to its end, saying how far it is, and gives the address of what was made. */
  follow(answer: Response, say: (progress: string) => void): Promise<string>;
}

const LOOK_EVERY_MS = 300;

export function clientOf(url: string, key: string): Client {
  const raw = (line: string, body?: string | FormData, headers: Record<string, string> = {}) => {
    const [method = 'GET', path = ''] = line.split(' ');
    const address = path.startsWith('http') ? path : `${url}${path}`;
    const init = { method, headers: { authorization: `Bearer ${key}`, ...headers }, redirect: 'manual' as const };
    return fetch(address, body === undefined ? init : { ...init, body });
  };
  return {
    url,
    key,
    raw,
    async call(line, body, headers = {}) {
      const json = body === undefined ? undefined : JSON.stringify(body);
      const answer = await raw(
        line,
        json,
        json === undefined ? headers : { 'content-type': 'application/json', ...headers },
      );
      if (!answer.ok) throw new Error(`${line} answered ${answer.status}: ${await answer.text()}`);
      const text = await answer.text();
      return (text === '' ? {} : JSON.parse(text)) as never;
    },
    async follow(answer, say) {
      if (answer.status !== 202) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`);
      const status = answer.headers.get('location') ?? '';
      for (;;) {
        const look = await raw(`GET ${status}`);
        if (look.status === 303) return look.headers.get('location') ?? '';
        const { status: word, message, description } = (await look.json()) as Record<string, string>;
        if (word !== 'RUNNING' && word !== 'INITIALIZED') throw new Error(`${word}: ${message}`);
        say(description ?? '');
        await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
      }
    },
  };
}
