import type { Ctx } from '#platform/context.ts';
import type { FieldErrors } from '#platform/http/problem.ts';
import { targetOf } from '#platform/net/address.rules.ts';
import { allowedInside, unreachable } from '#platform/net/reach.ts';
import { addressesIn, type Config } from './config.rules.ts';

/** Null, or which addresses of the provider are inside. Calls look again: a name may lead elsewhere by then. */
export async function unreachableAddresses({ config }: Ctx, of: Config): Promise<FieldErrors | null> {
  const allowed = allowedInside(config, 'provider');
  const wrong: [string, string][] = [];
  for (const [name, address] of addressesIn(of)) {
    const reason = await unreachable(targetOf(new URL(address)), allowed);
    if (reason !== null) wrong.push([`config.${name}`, reason]);
  }
  return wrong.length > 0 ? Object.fromEntries(wrong) : null;
}
