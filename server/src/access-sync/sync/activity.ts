import { ProviderProblem } from '../provider-client.ts';

const SLOWEST_RETRY_SECONDS = 300;
const FIRST_RETRY_SECONDS = 2;

/** Something done again and again, never twice at once; after a failure it waits longer each time. */
export class Activity {
  readonly #work: () => Promise<void>;
  readonly #pauseSeconds: () => number;
  readonly #report: (error: unknown) => Promise<void>;
  #current: Promise<void> | null = null;
  #failures = 0;
  #again = false;
  dueAt = 0;
  /** What ended it for good. */
  fatal: unknown = null;

  constructor(work: () => Promise<void>, pauseSeconds: () => number, report: (error: unknown) => Promise<void>) {
    this.#work = work;
    this.#pauseSeconds = pauseSeconds;
    this.#report = report;
  }

  get running(): boolean {
    return this.#current !== null;
  }

  due(): boolean {
    return !this.running && this.fatal === null && performance.now() >= this.dueAt;
  }

  /** Now, or as soon as what runs has ended. */
  hasten(): void {
    this.dueAt = 0;
    this.#again = this.running;
  }

  startIfDue(): void {
    if (!this.due()) return;
    const began = performance.now();
    this.#current = this.#run(began).finally(() => {
      this.#current = null;
    });
  }

  async ended(): Promise<void> {
    await this.#current;
  }

  async #run(began: number): Promise<void> {
    try {
      await this.#work();
      this.#failures = 0;
      // Counted from the start, so that a change waits for one pause at most.
      this.dueAt = this.#again ? 0 : began + this.#pauseSeconds() * 1000;
      this.#again = false;
    } catch (error) {
      this.#failures++;
      this.dueAt = performance.now() + this.#retryMs(error);
      await this.#report(error).catch((fatal: unknown) => {
        this.fatal = fatal;
      });
    }
  }

  #retryMs(error: unknown): number {
    const asked = error instanceof ProviderProblem ? (error.retryAfterMs ?? 0) : 0;
    const growing = Math.min(SLOWEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (this.#failures - 1)) * 1000;
    return Math.max(asked, growing * (0.5 + Math.random() / 2));
  }
}
