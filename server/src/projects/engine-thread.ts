import { serveWorker } from '@almanac/engine/node';
import { engineTasks } from './engine/engine-tasks.ts';

/** Entry of the threads that do the work of the engine; bundled into a file of its own. */
serveWorker({ tasks: engineTasks, programs: {} });
