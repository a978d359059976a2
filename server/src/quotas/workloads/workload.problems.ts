import { catalogue } from '#platform/http/problem.ts';

export const WorkloadProblems = catalogue({
  noSuchWorkload: {
    status: 404,
    code: 'workloads.not_found',
    message: (id: string) =>
      `There is no workload ${id}, or it is not shared with you. GET /api/v2/workloads/ lists yours.`,
  },
  already: {
    status: 409,
    code: 'workloads.already',
    message: (id: string, status: string) => `Workload ${id} is ${status} already.`,
  },
  stopped: {
    status: 503,
    code: 'workloads.stopped',
    message: (id: string) =>
      `Workload ${id} is stopped and takes no calls. Start it: POST /api/v2/workloads/${id}/start.`,
  },
  unreachable: {
    status: 502,
    code: 'workloads.unreachable',
    message: (name: string, reason: string) =>
      `The service of workload ${name} did not answer (${reason}). See whether it runs, and its address in the workload.`,
  },
  inside: {
    status: 502,
    code: 'workloads.inside',
    message: (name: string, reason: string) => `Workload ${name} was not called: ${reason}.`,
  },
  tooSlow: {
    status: 504,
    code: 'workloads.too_slow',
    message: (name: string, seconds: number) =>
      `The service of workload ${name} did not answer within ${seconds} s. Raise timeoutSeconds in its settings, or ask for less.`,
  },
  noContainers: {
    status: 501,
    code: 'workloads.no_containers',
    message: (what: string) =>
      `${what} is about containers, and this installation runs none: a workload is a service that runs elsewhere and is registered by its address.`,
  },
  cutOff: {
    status: 400,
    code: 'workloads.body_cut_off',
    message: () => 'The connection ended before the whole body had come. Send the call again.',
  },
});
