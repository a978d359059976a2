import { Readable } from 'node:stream';
import { type Problem, problem } from '#platform/http/problem.ts';
import { renderProblem } from '#platform/http/render-problem.ts';
import type { Exchange } from './exchange.ts';
import { GatewayProblems } from './gateway.problems.ts';
import type { StreamTap } from './stream-tap.ts';

const END = Buffer.from('data: [DONE]\n\n');

export interface StreamEnds {
  readonly upstream: string;
  /** The answer is complete: only when this is done does the caller see the end mark. */
  completed(): Promise<void>;
  /** It is not, or nobody listens any more: 499. */
  failed(status: number): void;
  broken(error: unknown): Problem;
  /** An event of our own before all others. */
  readonly first?: Buffer | undefined;
}

/** The upstream's event stream on its way to the caller. Destroyed, it hangs up on the upstream. */
export class GatewayStream extends Readable {
  readonly #exchange: Exchange;
  readonly #tap: StreamTap;
  readonly #ends: StreamEnds;
  #settled = false;

  constructor(exchange: Exchange, tap: StreamTap, ends: StreamEnds) {
    super({ highWaterMark: 64 * 1024 });
    this.#exchange = exchange;
    this.#tap = tap;
    this.#ends = ends;
    if (ends.first !== undefined) this.push(ends.first);
    exchange.flowInto({
      data: (chunk) => this.#data(chunk),
      end: () => void this.#end(),
      error: (error) => this.#fail(ends.broken(error)),
    });
  }

  override _read(): void {
    this.#exchange.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#settled) {
      this.#settled = true;
      this.#exchange.abort();
      this.#ends.failed(499);
    }
    done(error);
  }

  #data(chunk: Buffer): boolean {
    if (this.#settled) return true;
    try {
      const events = this.#tap.take(chunk);
      return events.length === 0 || this.push(events);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#fail(problem(GatewayProblems.malformed, this.#ends.upstream, reason));
      return true;
    }
  }

  async #end(): Promise<void> {
    if (this.#settled) return;
    const tap = this.#tap;
    const rest = tap.rest();
    if (rest.length > 0) this.push(rest);
    if (tap.failure !== null) return this.#stop();
    if (!tap.sawEvents) return this.#fail(problem(GatewayProblems.malformed, this.#ends.upstream, 'no events'));
    this.#settled = true;
    try {
      await this.#ends.completed();
      this.push(tap.end ?? END);
    } catch {
      this.push(errorEvent(problem(GatewayProblems.cut, this.#ends.upstream, 'it could not be counted')));
    }
    this.push(null);
  }

  /** Too late for a status: clients read an error from the stream itself. */
  #fail(refusal: Problem): void {
    if (this.#settled) return;
    this.push(errorEvent(refusal));
    this.#stop();
  }

  #stop(): void {
    this.#settled = true;
    this.#exchange.abort();
    this.#ends.failed(502);
    this.push(null);
  }
}

const errorEvent = (refusal: Problem): Buffer =>
  Buffer.from(`data: ${JSON.stringify(renderProblem(refusal, 'openai'))}\n\n`);
