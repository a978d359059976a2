import { type TokenMeter, tokenMeter } from './token-meter.ts';
import { type Usage, usageIn } from './usage.rules.ts';

const LF_LF = Buffer.from('\n\n');
const CRLF_CRLF = Buffer.from('\r\n\r\n');
const DONE = Buffer.from('[DONE]');
const DATA = Buffer.from('data:');
const USAGE = Buffer.from('"usage"');
const ERROR = Buffer.from('"error"');
/** Where streams carry words of the answer. */
const WORDS = ['"content"', '"arguments"', '"reasoning_content"', '"refusal"'].map((name) => Buffer.from(name));
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
    if (!this.sawEvents) this.sawEvents = bytes.includes(DATA);
    const done = endMark(bytes);
    if (done >= 0) this.end = Buffer.from(bytes.subarray(done));
    const events = done < 0 ? bytes : bytes.subarray(0, done);
    for (const name of WORDS) countWords(events, name, this.#meter);
    return holdsObject(events, USAGE) || holdsObject(events, ERROR) ? this.#looked(events) : events;
  }

  #looked(events: Buffer): Buffer {
    const kept = split(events).filter((event) => {
      const said = parsed(event);
      if (said === null) return true;
      this.failure ??= failureIn(said.error);
      const usage = usageIn(said.usage);
      this.usage = usage ?? this.usage;
      return !(this.#hidesUsage && usage !== null && Array.isArray(said.choices) && said.choices.length === 0);
    });
    return Buffer.concat(kept);
  }
}

/** Behind the last blank line. */
function endOfEvents(bytes: Buffer): number {
  const lf = bytes.lastIndexOf(LF_LF);
  const crlf = bytes.lastIndexOf(CRLF_CRLF);
  return Math.max(lf < 0 ? 0 : lf + 2, crlf < 0 ? 0 : crlf + 4);
}

/** Where the line `data: [DONE]` begins, or -1. The same letters inside an answer stand between quotes. */
function endMark(bytes: Buffer): number {
  const at = bytes.lastIndexOf(DONE);
  if (at < 0) return -1;
  const start = bytes.lastIndexOf(0x0a, at) + 1;
  return bytes.toString('latin1', start, at).trim() === 'data:' ? start : -1;
}

/** Where the value behind `"name":` begins. */
function valueAfter(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20) at++;
  if (bytes[at] !== 0x3a) return -1;
  at++;
  while (bytes[at] === 0x20) at++;
  return at;
}

function holdsObject(bytes: Buffer, name: Buffer): boolean {
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + name.length)) {
    if (bytes[valueAfter(bytes, at + name.length)] === 0x7b) return true;
  }
  return false;
}

function countWords(bytes: Buffer, name: Buffer, meter: TokenMeter): void {
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + name.length)) {
    const value = valueAfter(bytes, at + name.length);
    if (bytes[value] !== 0x22) continue;
    let end = value + 1;
    while (end < bytes.length && bytes[end] !== 0x22) end += bytes[end] === 0x5c ? 2 : 1;
    meter.jsonText(bytes, value + 1, Math.min(end, bytes.length));
  }
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

function parsed(event: Buffer): Record<string, unknown> | null {
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
