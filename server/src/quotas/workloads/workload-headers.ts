import type { Secrets } from '#platform/secrets/secrets.ts';

export type ServiceHeaders = Readonly<Record<string, string>>;

const purpose = (workloadId: string): string => `workload headers ${workloadId}`;

export const sealHeaders = (secrets: Secrets, workloadId: string, headers: ServiceHeaders | null): string | null =>
  headers === null || Object.keys(headers).length === 0
    ? null
    : secrets.seal(JSON.stringify(headers), purpose(workloadId));

export const openHeaders = (secrets: Secrets, workloadId: string, sealed: string | null): ServiceHeaders =>
  sealed === null ? {} : (JSON.parse(secrets.open(sealed, purpose(workloadId))) as ServiceHeaders);
