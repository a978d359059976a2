import { parentPort } from 'node:worker_threads';
import type { TaskTable } from '../src/core/thread-pool.ts';
import { followSteps } from '../src/core/thread-team.ts';
import type { Answer, Order } from './messages.ts';

/** Errors of the engine carry fields that a structured clone drops; they travel as plain values. */
function portable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return { ...error, name: error.name, message: error.message, stack: error.stack };
}

async function carryOut(order: Order, table: TaskTable, say: (answer: Answer) => void): Promise<void> {
  if (order.kind === 'task') {
    const task = table.tasks[order.task];
    if (task === undefined) throw new Error(`No task "${order.task}". Add it to engine/src/thread-tasks.ts.`);
    say({ kind: 'done', id: order.id, output: await task(order.input as never) });
    return;
  }
  const program = table.programs[order.program];
  if (program === undefined) throw new Error(`No program "${order.program}". Add it to engine/src/thread-tasks.ts.`);
  const step = program(order.setup as never);
  say({ kind: 'joined', id: order.id });
  const failure = followSteps(order.control, step, order.thread, order.threads);
  if (failure !== undefined) throw failure;
  say({ kind: 'done', id: order.id, output: undefined });
}

/** Turns the current worker thread into a member of a pool that knows this table of tasks. */
export function serveWorker(table: TaskTable): void {
  const port = parentPort;
  if (port === null) throw new Error('This file is the entry of a worker thread; start it through nodePool().');
  const say = (answer: Answer) => port.postMessage(answer);
  port.on('message', (order: Order) => {
    carryOut(order, table, say).catch((error: unknown) =>
      say({ kind: 'failed', id: order.id, error: portable(error) }),
    );
  });
}
