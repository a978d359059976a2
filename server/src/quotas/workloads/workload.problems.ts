import { badGateway, badRequest, catalogue, conflict, notFound } from '#platform/http/problem.ts';

export const WorkloadProblems = catalogue({
  noSuchWorkload: notFound(
    'workloads.not_found',
    (id: string) => `There is no workload ${id}, or it is not shared with you. GET /api/v2/workloads/ lists yours.`,
  ),
  already: conflict('workloads.already', (id: string, status: string) => `Workload ${id} is ${status} already.`),
  stopped: {
    status: 503,
    code: 'workloads.stopped',
    message: (id: string) =>
      `Workload ${id} is stopped and takes no calls. Start it: POST /api/v2/workloads/${id}/start.`,
  },
  unreachable: badGateway(
    'workloads.unreachable',
    (name: string, reason: string) =>
      `The service of workload ${name} did not answer (${reason}). See whether it runs, and its address in the workload.`,
  ),
  inside: badGateway(
    'workloads.inside',
    (name: string, reason: string) => `Workload ${name} was not called: ${reason}.`,
  ),
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
  cutOff: badRequest(
    'workloads.body_cut_off',
    () => 'The connection ended before the whole body had come. Send the call again.',
  ),
});
