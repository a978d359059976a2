/** Leader to worker. */
export type Order =
  | { readonly kind: 'task'; readonly id: number; readonly task: string; readonly input: unknown }
  | {
      readonly kind: 'team';
      readonly id: number;
      readonly program: string;
      readonly setup: unknown;
      readonly control: Int32Array;
      readonly thread: number;
      readonly threads: number;
    };

/** Worker to leader. A team replies twice: when it has joined and when it has left. */
export type Answer =
  | { readonly kind: 'done'; readonly id: number; readonly output: unknown }
  | { readonly kind: 'joined'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly error: unknown };
