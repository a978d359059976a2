import { taskTable } from '../src/thread-tasks.ts';
import { serveWorker } from './serve-worker.ts';

serveWorker(taskTable);
