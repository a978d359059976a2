/** One unit of work by name: what it is given and what it gives back must survive a structured clone. */
type PoolTask = (input: never) => unknown;

/**
 * One step of a program that runs on several threads at once over shared memory. Every thread calls it with the same
 * `step` and `args`; `thread` tells it which share of the work is its own.
 */
export type TeamStep = (step: number, args: Int32Array, thread: number, threads: number) => void;

/** Builds a program on one thread from what the leader sent: shared memory, a compiled module, sizes. */
type TeamProgram = (setup: never) => TeamStep;

/** What both sides of a pool must agree on: the names that can cross a thread border. */
export interface TaskTable {
  readonly tasks: Readonly<Record<string, PoolTask>>;
  readonly programs: Readonly<Record<string, TeamProgram>>;
}

/** Most numbers a step can be handed; larger things belong into the shared memory of the program. */
export const TEAM_ARGS = 24;

/** Threads joined for one large piece of work. The caller is one of them and blocks during each step. */
export interface ThreadTeam {
  readonly threads: number;
  /** Runs one step on every thread and returns when all have finished it. */
  run(step: number, ...args: readonly number[]): void;
  /** Lets the other threads go back to the pool. */
  release(): void;
}

/** Threads of the caller. The engine never creates any; `engine/node` has the one for Node. */
export interface Pool {
  readonly threads: number;
  /** Runs a named task for every input, each on one thread; results come back in the order of the inputs. */
  map<I, O>(task: string, inputs: readonly I[], onEach?: (done: number) => void): Promise<O[]>;
  /** Joins the threads that are idle now; the result of a program must not depend on how many there are. */
  team(program: string, setup: unknown): Promise<ThreadTeam>;
  close(): Promise<void>;
}

/** A team of one: the calling thread alone. */
export function soloTeam(step: TeamStep): ThreadTeam {
  return {
    threads: 1,
    run: (number, ...args) => step(number, Int32Array.from(args), 0, 1),
    release: () => undefined,
  };
}
