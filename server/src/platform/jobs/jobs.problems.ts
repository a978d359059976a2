import { catalogue, forbidden, notFound } from '../http/problem.ts';

/** What a person reads when their job did not end well, and the refusals of the status routes. */
export const JobProblems = catalogue({
  noSuchStatus: notFound(
    'jobs.no_such_status',
    (id: string) =>
      `There is no status ${id.slice(0, 100)}. Use the Location header of the answer that started the work.`,
  ),
  notYours: forbidden(
    'jobs.not_yours',
    () => 'This work was started by somebody else; only they or an administrator may cancel it.',
  ),
  notAdministrator: forbidden(
    'jobs.not_administrator',
    (username: string) =>
      `Only administrators see and cancel all work of the organization, and ${username} is none. Your own is at status/.`,
  ),
  noOpenJob: notFound(
    'jobs.no_open_job',
    (id: string) =>
      `No job ${id.slice(0, 100)} of your organization is waiting or running. List those that are with organizationJobs/.`,
  ),
  failed: {
    status: 500,
    code: 'jobs.failed',
    message: (reference: string) =>
      'The job failed because of a problem on our side. Start it again; if it fails again, give the administrator ' +
      `reference ${reference}.`,
  },
  noSpace: {
    status: 507,
    code: 'jobs.no_space',
    message: () =>
      'The server had no space left to store the results of this job. Ask the administrator to free space on the disk of ' +
      'its data folder (ALMANAC_DATA_DIR) or of its database, then start the job again.',
  },
  workerDied: {
    status: 500,
    code: 'jobs.worker_died',
    message: (times: number, reference: string) =>
      `The worker that ran this job died ${times === 1 ? 'once' : `${times} times`} without finishing it, often for ` +
      `want of memory. Start it again with less data or more memory, or give the administrator reference ${reference}.`,
  },
  timeLimit: {
    status: 408,
    code: 'jobs.time_limit',
    message: (of: string, seconds: number, setting: string) =>
      `The job ran longer than ${seconds} seconds, the time limit of ${of} jobs, and was ended. Start it again with less ` +
      `data, or ask the administrator to raise ${setting}.`,
  },
  memoryLimit: {
    status: 413,
    code: 'jobs.memory_limit',
    message: (of: string, bytes: number, setting: string) =>
      `The job took more than ${bytes} bytes of memory, the memory limit of ${of} jobs, and was ended. Start it again with ` +
      `less data, or ask the administrator to raise ${setting}.`,
  },
  expired: {
    status: 408,
    code: 'jobs.expired',
    message: () => 'The job was not finished in the time it was given. Start it again when fewer jobs are waiting.',
  },
});
