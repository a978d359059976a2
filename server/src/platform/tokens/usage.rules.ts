/** Tokens of one call, and whether the upstream said so or we guessed. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly estimated: boolean;
}

const tokens = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : null;

/** Of a `usage` object as upstreams write it; null when there is none. */
export function usageIn(said: unknown): Usage | null {
  if (typeof said !== 'object' || said === null) return null;
  const { prompt_tokens, completion_tokens } = said as Record<string, unknown>;
  const [input, output] = [tokens(prompt_tokens), tokens(completion_tokens)];
  return input === null || output === null ? null : { input, output, estimated: false };
}
