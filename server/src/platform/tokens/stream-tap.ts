import { scanEvents } from './scan-events.ts';
import { type TokenMeter, tokenMeter, type Usage, usageIn } from './token-meter.ts';

const LF = 0x0a;
const LF_LF = Buffer.from('\n\n');
const CRLF_CRLF = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);

/** An event larger than this is no chat completion. */
const LONGEST_EVENT = 8 * 1024 * 1024;

/**
 * Looks at an event stream as it passes. Whole events go on as the very bytes that came; only where the bytes show that
 * an event carries usage or an error is it parsed. The end mark is kept back: whoever sees it may rely on the call being
 * counted.
 */
export class StreamTap {
  usage: Usage | null = null;
  /** What the upstream said went wrong, in an event of the stream. */
  failure: string | null = null;
  /** The end mark, once it came. */
  end: Buffer | null = null;
  sawEvents = false;
  readonly #hidesUsage: boolean;
  readonly #meter: TokenMeter = tokenMeter();
  #carry: Buffer = NOTHING;

  /** `hidesUsage`: we asked for the event with the usage, the caller did not. */
  constructor(hidesUsage: boolean) {
    this.#hidesUsage = hidesUsage;
  }

  /** Answers what may go on. Throws when it is no event stream. */
  take(chunk: Buffer): Buffer {
    const bytes = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    const whole = endOfEvents(bytes);
    this.#carry = whole === bytes.length ? NOTHING : bytes.subarray(whole);
    if (this.#carry.length > LONGEST_EVENT) throw new Error(`an event of more than ${LONGEST_EVENT} bytes`);
    return whole === 0 ? NOTHING : this.#events(bytes.subarray(0, whole));
  }

  /** What is left when the stream has ended: an event nobody finished. */
  rest(): Buffer {
    const rest = this.#carry;
    this.#carry = NOTHING;
    return rest.length === 0 ? rest : this.#events(Buffer.concat([rest, LF_LF]));
  }

  /** Words that passed, as an estimate. */
  outputTokens(): number {
    return this.#meter.count();
  }

  #events(bytes: Buffer): Buffer {
    const { hasData, needsLook, endMark } = scanEvents(bytes, this.#meter);
    this.sawEvents ||= hasData;
    if (endMark >= 0) this.end = Buffer.from(bytes.subarray(endMark));
    const events = endMark < 0 ? bytes : bytes.subarray(0, endMark);
    return needsLook ? this.#looked(events) : events;
  }

  #looked(events: Buffer): Buffer {
    const kept = split(events).filter((event) => {
      const said = parseEvent(event);
      if (said === null) return true;
      this.failure ??= failureIn(said.error);
      const usage = usageIn(said.usage);
      this.usage = usage ?? this.usage;
      return !(this.#hidesUsage && usage !== null && Array.isArray(said.choices) && said.choices.length === 0);
    });
    return Buffer.concat(kept);
  }
}

/** Behind the last blank line. Upstreams mostly send whole events. */
function endOfEvents(bytes: Buffer): number {
  if (bytes.at(-1) === LF && bytes.at(-2) === LF) return bytes.length;
  const lf = bytes.lastIndexOf(LF_LF);
  const crlf = bytes.lastIndexOf(CRLF_CRLF);
  return Math.max(lf < 0 ? 0 : lf + 2, crlf < 0 ? 0 : crlf + 4);
}

function split(bytes: Buffer): Buffer[] {
  const events: Buffer[] = [];
  let from = 0;
  while (from < bytes.length) {
    const [lf, crlf] = [bytes.indexOf(LF_LF, from), bytes.indexOf(CRLF_CRLF, from)];
    const ends = [lf < 0 ? -1 : lf + 2, crlf < 0 ? -1 : crlf + 4].filter((end) => end >= 0);
    const to = ends.length === 0 ? bytes.length : Math.min(...ends);
    events.push(bytes.subarray(from, to));
    from = to;
  }
  return events;
}

function parseEvent(event: Buffer): Record<string, unknown> | null {
  const lines = event.toString('utf8').split(/\r?\n/);
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim());
  try {
    const value: unknown = JSON.parse(data.join('\n'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function failureIn(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { message } = error as Record<string, unknown>;
  return typeof message === 'string' ? message : 'an error without a message';
}
