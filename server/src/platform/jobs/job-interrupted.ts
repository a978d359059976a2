export type Interruption = 'cancelled' | 'stopping' | 'lease lost';

const SENTENCES: Record<Interruption, string> = {
  cancelled: 'The job was cancelled.',
  stopping: 'The worker is stopping; the job goes back to the queue.',
  'lease lost': 'The worker lost its lease on the job; another worker may have it.',
};

/** The reason of a job's aborted signal. */
export class JobInterrupted extends Error {
  override readonly name = 'JobInterrupted';
  readonly why: Interruption;

  constructor(why: Interruption) {
    super(SENTENCES[why]);
    this.why = why;
  }
}
