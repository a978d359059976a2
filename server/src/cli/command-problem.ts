/** Exit codes that scripts rely on. */
export const EXIT = { refused: 1, usage: 2, unreachable: 3, broken: 70 } as const;

/** A command that ends without doing what it was asked: one sentence, and the next step. */
export class CommandProblem extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

export const usageProblem = (message: string): CommandProblem => new CommandProblem(EXIT.usage, message);
