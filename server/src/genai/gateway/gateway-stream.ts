import { type Problem, problem, renderProblem } from '#platform/http/problem.ts';
import type { LiveContent, Outlet } from '#platform/http/reply.ts';
import type { StreamTap } from '#platform/tokens/stream-tap.ts';
import type { Exchange } from './exchange.ts';
import { GatewayProblems } from './gateway.problems.ts';

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

/** The upstream's event stream on its way to the caller. Cancelled, it hangs up on the upstream. */
export class GatewayStream implements LiveContent {
  readonly live = true;
  readonly #exchange: Exchange;
  readonly #tap: StreamTap;
  readonly #ends: StreamEnds;
  #outlet: Outlet | null = null;
  #settled = false;

  constructor(exchange: Exchange, tap: StreamTap, ends: StreamEnds) {
    this.#exchange = exchange;
    this.#tap = tap;
    this.#ends = ends;
  }

  flowInto(outlet: Outlet): void {
    this.#outlet = outlet;
    if (this.#ends.first !== undefined) outlet.write(this.#ends.first);
    this.#exchange.flowInto({
      data: (chunk) => this.#data(chunk),
      end: () => {
        this.#end().catch((error: unknown) => this.#failWith(error));
      },
      error: (error) => this.#fail(this.#ends.broken(error)),
    });
  }

  resume(): void {
    this.#exchange.resume();
  }

  cancel(): void {
    this.#outlet = null;
    if (this.#settled) return;
    this.#settled = true;
    this.#exchange.abort();
    this.#ends.failed(499);
  }

  #data(chunk: Buffer): boolean {
    if (this.#settled) return true;
    try {
      const events = this.#tap.take(chunk);
      return events.length === 0 || this.#write(events);
    } catch (error) {
      this.#failWith(error);
      return true;
    }
  }

  #failWith(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#fail(problem(GatewayProblems.malformed, this.#ends.upstream, reason));
  }

  async #end(): Promise<void> {
    if (this.#settled) return;
    const tap = this.#tap;
    const rest = tap.rest();
    if (rest.length > 0) this.#write(rest);
    if (tap.failure !== null) return this.#stop();
    if (!tap.sawEvents) return this.#fail(problem(GatewayProblems.malformed, this.#ends.upstream, 'no events'));
    this.#settled = true;
    this.#outlet?.end(await this.#lastEvent(tap));
  }

  async #lastEvent(tap: StreamTap): Promise<Buffer> {
    try {
      await this.#ends.completed();
      return tap.end ?? END;
    } catch {
      return errorEvent(problem(GatewayProblems.cut, this.#ends.upstream, 'it could not be counted'));
    }
  }

  #write(bytes: Buffer): boolean {
    return this.#outlet?.write(bytes) ?? true;
  }

  /** Too late for a status: clients read an error from the stream itself. */
  #fail(refusal: Problem): void {
    if (this.#settled) return;
    this.#stop(errorEvent(refusal));
  }

  #stop(last?: Buffer): void {
    this.#settled = true;
    this.#exchange.abort();
    this.#ends.failed(502);
    this.#outlet?.end(last);
  }
}

const errorEvent = (refusal: Problem): Buffer =>
  Buffer.from(`data: ${JSON.stringify(renderProblem(refusal, 'openai'))}\n\n`);
