export { taskTable } from '../src/thread-tasks.ts';
export { type NodePoolOptions, nodePool } from './node-pool.ts';
export { serveWorker } from './serve-worker.ts';
