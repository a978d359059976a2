/** Errors of a test run that belong to no test. */
export const unhandledErrors: {
  clear(): void;
  read(): string;
  note(text: string): void;
};
