/** What went wrong in a process where no request and no job was there to be told. */
export type FailureKind = (typeof KINDS)[number];
type Role = (typeof ROLES)[number];

const KINDS = ['rejection', 'exception', 'background'] as const;
const ROLES = ['serve', 'work'] as const;

/** Of the process, not of one server in it: what fails unheard belongs to no server. */
const failures = new Map<string, number>();
const restarts = { server: 0, worker: 0 };
const self: { role: Role; tell(kind: FailureKind): void } = { role: 'serve', tell: () => undefined };

/** Says what this process is, and who else is told of its failures: workers tell the server that started them. */
export function actAs(role: Role, tell: (kind: FailureKind) => void = () => undefined): void {
  Object.assign(self, { role, tell });
}

export function countFailure(kind: FailureKind, role: Role = self.role): void {
  const name = `${role} ${kind}`;
  failures.set(name, (failures.get(name) ?? 0) + 1);
  if (role === self.role) self.tell(kind);
}

/** What a worker process tells the server that started it. */
export const isFailureMessage = (message: unknown): message is { readonly failed: FailureKind } =>
  typeof message === 'object' &&
  message !== null &&
  'failed' in message &&
  KINDS.some((kind) => kind === message.failed);

export function countWorkerRestart(): void {
  restarts.worker += 1;
}

/** The launcher counts the restarts of the server: each new process is told how many there were. */
export function noteServerRestarts(count: number): void {
  restarts.server = count;
}

export const restartCounts = (): Readonly<typeof restarts> => restarts;

/** Every combination, also those that never happened: a figure that appears with the first failure is watched by nobody. */
export const failureCounts = () =>
  ROLES.flatMap((role) => KINDS.map((kind) => ({ role, kind, count: failures.get(`${role} ${kind}`) ?? 0 })));
