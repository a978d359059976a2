import { setTimeout as pause } from 'node:timers/promises';
import { asCurl, type Outgoing, type Reply, send } from './http/send.ts';
import type { Report } from './report.ts';
import type { LocalServer } from './target/local-server.ts';

/** Time for a supervised server to come back by itself before this run starts its own again. */
const COMES_BACK_MS = 5_000;
const RECENT = 12;

/** The server under attack: every request goes through here, so that its end is noticed at once. */
export class AttackRun {
  readonly url: string;
  readonly local: LocalServer | null;
  readonly report: Report;
  readonly seed: number;
  readonly long: boolean;
  readonly #adminKey: string;
  readonly #recent: string[] = [];
  #process: string | undefined;
  #reviving: Promise<void> | null = null;

  constructor(options: {
    readonly url: string;
    readonly adminKey: string;
    readonly local: LocalServer | null;
    readonly report: Report;
    readonly seed: number;
    readonly long: boolean;
  }) {
    this.url = options.url;
    this.local = options.local;
    this.report = options.report;
    this.seed = options.seed;
    this.long = options.long;
    this.#adminKey = options.adminKey;
  }

  get adminKey(): string {
    return this.#adminKey;
  }

  async send(outgoing: Outgoing): Promise<Reply> {
    if (this.#reviving !== null) await this.#reviving;
    this.report.countRequest();
    this.#recent.push(asCurl(this.url, outgoing));
    if (this.#recent.length > RECENT) this.#recent.shift();
    const reply = await send(this.url, outgoing);
    if (reply.failure === 'ECONNREFUSED') await this.checkAlive();
    return reply;
  }

  /** For requests over bare sockets, which are counted and remembered by hand. */
  noteRaw(line: string): void {
    this.report.countRequest();
    this.#recent.push(line);
    if (this.#recent.length > RECENT) this.#recent.shift();
  }

  /** Whether the process that answered at the start still does; a dead one is a finding, and started again when it is ours. */
  async checkAlive(): Promise<boolean> {
    if (this.#reviving !== null) {
      await this.#reviving;
      return false;
    }
    const now = await this.#identify();
    if (this.#process === undefined) this.#process = now;
    if (now !== undefined && now === this.#process) return true;
    this.#reviving = this.#revive();
    await this.#reviving;
    this.#reviving = null;
    return false;
  }

  async #revive(): Promise<void> {
    this.report.finding(
      'The server process ended',
      `one of the last requests: ${this.#recent.slice(-4).join('  ;  ')}`,
      this.local?.log().slice(-1500) ?? '',
    );
    const deadline = performance.now() + COMES_BACK_MS;
    while (performance.now() < deadline) {
      this.#process = await this.#identify();
      if (this.#process !== undefined) return;
      await pause(200);
    }
    if (this.local === null) throw new Error('The server is gone and did not come back.');
    await this.local.restart();
    this.#process = await this.#identify();
  }

  /** Ours is started afresh, for instance because a bomb still burns; its next process is the one to stay alive. */
  async restartOurs(): Promise<void> {
    if (this.local === null) return;
    await this.local.restart();
    this.#process = await this.#identify();
  }

  async #identify(): Promise<string | undefined> {
    const ready = await send(this.url, { method: 'GET', path: '/readyz', deadlineMs: 10_000 });
    if (ready.status === 0 && ready.failure !== 'deadline') return undefined;
    if (this.local !== null) {
      const pid = this.local.pid();
      return pid === undefined ? undefined : String(pid);
    }
    const headers = { authorization: `Bearer ${this.#adminKey}` };
    const metrics = await send(this.url, { method: 'GET', path: '/metrics', headers });
    return /^process_start_time_seconds (\S+)/m.exec(metrics.text)?.[1] ?? 'unknown';
  }
}
