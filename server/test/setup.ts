import { afterAll } from 'vitest';
import { closeOpened } from './after-file.ts';

// The first hook of every test file, so it runs after all others.
afterAll(closeOpened);
