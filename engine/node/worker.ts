import { taskTable } from '../src/pool/tasks.ts';
import { serveWorker } from './serve-worker.ts';

serveWorker(taskTable);
