import type { Client } from './client.ts';

/** What the steps of the demonstration know of each other. */
export interface Story {
  readonly client: Client;
  /** Shows one line that is written over by the next. */
  say(progress: string): void;
  /** Shows one line that stays. */
  tell(line: string): void;
  projectId: string;
  modelId: string;
  deploymentId: string;
  /** What to open at the end. */
  readonly addresses: { readonly what: string; readonly address: string }[];
}

export interface Step {
  readonly title: string;
  run(story: Story): Promise<void>;
}
