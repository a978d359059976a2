import type { Platform } from '#platform/context.ts';

export interface ChannelSecrets {
  /** Signs what is sent to a web address. */
  readonly secretToken: string | null;
  readonly customHeaders: readonly { readonly name: string; readonly value: string }[];
}

const purpose = (channelId: string): string => `notification channel ${channelId}`;

export const sealSecrets = ({ secrets }: Pick<Platform, 'secrets'>, channelId: string, what: ChannelSecrets): string =>
  secrets.seal(JSON.stringify(what), purpose(channelId));

export const openSecrets = (
  { secrets }: Pick<Platform, 'secrets'>,
  { id, sealed }: { readonly id: string; readonly sealed: string },
): ChannelSecrets => JSON.parse(secrets.open(sealed, purpose(id))) as ChannelSecrets;
