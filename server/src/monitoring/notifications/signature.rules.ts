import { createHmac } from 'node:crypto';

/**
 * What receivers check: `t` is the time of sending in seconds, `v1` the HMAC-SHA256 of `t`, a full stop and the body, in
 * hex. The time is signed along, so that an old message cannot be sent again as a new one.
 */
export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
