import type { Config } from '#config';

/** What a check found; `next` says what to do when it is wrong. */
export interface Finding {
  readonly ok: boolean;
  readonly found: string;
  readonly next?: string;
  /** What the command ends with when this is wrong; 1 unless something could not be reached. */
  readonly exitCode?: number;
}

export interface Check {
  readonly name: string;
  run(config: Config): Promise<Finding>;
}

export const fine = (found: string): Finding => ({ ok: true, found });
export const wrong = (found: string, next: string): Finding => ({ ok: false, found, next });
