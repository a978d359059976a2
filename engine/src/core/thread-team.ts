import { TEAM_ARGS, type TeamStep } from './thread-pool.ts';

/** Words of the control block that leader and followers share. */
const EPOCH = 0;
const STEP = 1;
const DONE = 2;
const FAILED = 3;
const ARGS = 4;
export const TEAM_CONTROL_BYTES = (ARGS + TEAM_ARGS) * 4;

/**
 * Steps last microseconds to milliseconds: spinning first spares the trip through the kernel, waiting after it spares the
 * core. A thread that spun in vain spins less the next time, so that a busy machine is not made busier.
 */
const MOST_SPINS = 200_000;
const LEAST_SPINS = 2000;
let spins = MOST_SPINS;
const END = -1;

function awaitChange(control: Int32Array, word: number, from: number): void {
  for (let i = 0; i < spins; i += 1) {
    if (Atomics.load(control, word) === from) continue;
    spins = Math.min(MOST_SPINS, spins * 2);
    return;
  }
  spins = Math.max(LEAST_SPINS, spins >> 1);
  while (Atomics.load(control, word) === from) Atomics.wait(control, word, from);
}

function announce(control: Int32Array, step: number): void {
  Atomics.store(control, STEP, step);
  Atomics.store(control, DONE, 0);
  Atomics.add(control, EPOCH, 1);
  Atomics.notify(control, EPOCH);
}

/** Leader's side of one step. Followers that failed are reported after everybody has stopped touching the memory. */
export function leadStep(
  control: Int32Array,
  threads: number,
  program: TeamStep,
  step: number,
  args: readonly number[],
) {
  for (let i = 0; i < args.length; i += 1) control[ARGS + i] = args[i] as number;
  announce(control, step);
  try {
    program(step, control.subarray(ARGS), 0, threads);
  } finally {
    for (let done = Atomics.load(control, DONE); done < threads - 1; done = Atomics.load(control, DONE)) {
      awaitChange(control, DONE, done);
    }
  }
  if (Atomics.load(control, FAILED) !== 0) {
    throw new Error(`Step ${step} failed on another thread of the team; its own message follows on that thread.`);
  }
}

/** Sends the followers home. */
export function endTeam(control: Int32Array): void {
  announce(control, END);
}

/** A follower's life: wait for a step, run it, say so, until the leader ends the team. */
export function followSteps(control: Int32Array, program: TeamStep, thread: number, threads: number): unknown {
  let failure: unknown;
  for (let epoch = 0; ; epoch += 1) {
    awaitChange(control, EPOCH, epoch);
    const step = Atomics.load(control, STEP);
    if (step === END) return failure;
    try {
      program(step, control.subarray(ARGS), thread, threads);
    } catch (error) {
      failure ??= error;
      Atomics.store(control, FAILED, 1);
    }
    Atomics.add(control, DONE, 1);
    Atomics.notify(control, DONE);
  }
}
