/** Text that people wrote and that will not be run: what is wrong, where, and what to do. */
export class SandboxRefusal extends Error {
  /** Where in the text, from 0. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}
