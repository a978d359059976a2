import { appendFileSync } from 'node:fs';
import type { Problem } from './problem.ts';

/** One kind of reply that a route has given. */
export interface RecordedReply {
  readonly operation: string;
  readonly status: number;
  /** The code of a refusal, and the sentence it came with; null for a success. */
  readonly code: string | null;
  readonly message: string | null;
}

/** For tests: notes each kind of reply of each route once, so that the coverage of the API is what was really seen. */
export class ReplyRecord {
  readonly #path: string;
  readonly #seen = new Set<string>();

  constructor(path: string) {
    this.#path = path;
  }

  note(operation: string, status: number, refusal: Problem | null): void {
    const key = `${operation} ${status} ${refusal?.code ?? ''}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const line: RecordedReply = {
      operation,
      status,
      code: refusal?.code ?? null,
      message: refusal === null ? null : refusal.fields ? JSON.stringify(refusal.fields) : refusal.message,
    };
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}
