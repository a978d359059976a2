import { watchLoop } from './loop-watchdog.ts';

/** Started as a process of its own: it watches its loop and then blocks it for ever. */
if (process.argv[1] === import.meta.filename) {
  watchLoop(1);
  setTimeout(() => {
    for (;;);
  }, 10);
}
