import { invalidFields } from '#platform/http/problem.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { BatchSpec } from './batch-spec.schema.ts';

/** Headers open the place the results go to: everybody who sees a job sees their names, nobody the values. */
const HIDDEN = '********';

type Headers = Readonly<Record<string, string>>;

const purpose = (organizationId: string) => `batch.output-headers:${organizationId}`;

const httpOf = ({ outputSettings }: BatchSpec) =>
  outputSettings?.type === 'http' && outputSettings.headers
    ? { ...outputSettings, headers: outputSettings.headers }
    : null;

const mapped = (headers: Headers, change: (value: string, name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value, name)]));

/**
 * A wish as it is kept: what headers say is sealed. A value that comes back hidden, as it was shown, is the one that is
 * known already, as long as it goes to the same address.
 */
export function withSealedHeaders(
  { secrets, actor }: { readonly secrets: Secrets; readonly actor: { readonly organizationId: string } },
  spec: BatchSpec,
  before?: BatchSpec,
): BatchSpec {
  const http = httpOf(spec);
  if (http === null) return spec;
  const known = before === undefined ? null : httpOf(before);
  const headers = mapped(http.headers, (value, name) => {
    if (value !== HIDDEN) return secrets.seal(value, purpose(actor.organizationId));
    const kept = known?.url === http.url ? known.headers[name] : undefined;
    if (kept !== undefined) return kept;
    const place = `outputSettings.headers.${name}`;
    throw invalidFields({
      [place]: `Its value is hidden and nothing is known to go to ${http.url}: say the value again`,
    });
  });
  return { ...spec, outputSettings: { ...http, headers } };
}

export const openedHeaders = (secrets: Secrets, organizationId: string, headers: Headers): Headers =>
  mapped(headers, (value) => secrets.open(value, purpose(organizationId)));

/** A kept wish as it is shown. */
export function withHiddenHeaders(spec: BatchSpec): BatchSpec {
  const http = httpOf(spec);
  return http === null ? spec : { ...spec, outputSettings: { ...http, headers: mapped(http.headers, () => HIDDEN) } };
}
