import type { Secrets } from '#platform/secrets/secrets.ts';

const purpose = (upstreamId: string) => `genai-upstream:${upstreamId}`;

export const sealKey = (secrets: Secrets, upstreamId: string, key: string | null): string | null =>
  key === null ? null : secrets.seal(key, purpose(upstreamId));

export const openKey = (secrets: Secrets, upstreamId: string, sealed: string | null): string | null =>
  sealed === null ? null : secrets.open(sealed, purpose(upstreamId));
