import { interruptedOutcome, type Outcome, type RunningJob } from './running-job.ts';

/**
 * What becomes of a job, also of one that goes on after it was cancelled or has reached a limit: then its end is written
 * all the same, and `onStuck` must see to it that the work ends too.
 */
export const orStuck = (
  job: RunningJob,
  patienceSeconds: number,
  onStuck: (job: RunningJob) => void,
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const giveUp = () => {
      const outcome = interruptedOutcome(job.signal);
      // A stopping worker has a patience of its own.
      if (outcome === null || outcome.next === 'hand back') return;
      onStuck(job);
      resolve(outcome);
    };
    const wait = () => {
      timer = setTimeout(giveUp, patienceSeconds * 1000);
    };
    const ended = () => {
      clearTimeout(timer);
      job.signal.removeEventListener('abort', wait);
    };
    job.signal.addEventListener('abort', wait, { once: true });
    job.outcome.finally(ended).then(resolve, reject);
  });
