import { startWorker } from '#platform/jobs/worker.ts';
import { type Asked, type ServedApp, servedApp } from '../../../test/served-app.ts';
