/**
 * Thrown by a job that can go on, but not now: it gives its place to others and is started again after so long. It is the
 * same job all the while, and not one attempt more.
 */
export class JobPostponed extends Error {
  override readonly name = 'JobPostponed';
  readonly seconds: number;

  constructor(seconds: number) {
    super(`The job goes on in ${seconds} s.`);
    this.seconds = seconds;
  }
}
