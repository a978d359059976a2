import type { HttpPorts } from './ports.ts';

/** The ports of an installation without people and roles; tests replace what they are about. */
export const somePorts = (own: Partial<HttpPorts> = {}): HttpPorts => ({
  authenticate: async () => null,
  requireRole: async () => undefined,
  availability: () => null,
  deprecatedUse: () => undefined,
  ...own,
});
