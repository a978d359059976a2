import { cookieAttributes, readCookie } from '../sessions/cookie.rules.ts';

/** One account that was signed in to on this device. The signature binds all of it to the account. */
export interface DeviceMark {
  readonly id: string;
  /** Seconds since 1970. */
  readonly issued: number;
  readonly signature: string;
}

const DEVICE_COOKIE = 'almanac_device';
export const DEVICE_SECONDS = 365 * 24 * 3600;
/** A browser that several people share knows this many of their accounts, the latest first. */
const MOST_ACCOUNTS = 5;
const MARK = /^([\w-]{16,64})\.(\d{1,12})\.([\w-]{43})$/;

export function readDeviceCookie(header: string | undefined): readonly DeviceMark[] {
  const texts = readCookie(header, DEVICE_COOKIE)?.split('~').slice(0, MOST_ACCOUNTS) ?? [];
  return texts.flatMap((text) => {
    const [, id, issued, signature] = MARK.exec(text) ?? [];
    return id === undefined || signature === undefined ? [] : [{ id, issued: Number(issued), signature }];
  });
}

export function deviceCookie(marks: readonly DeviceMark[], origin: string): string {
  const texts = marks.slice(0, MOST_ACCOUNTS).map(({ id, issued, signature }) => `${id}.${issued}.${signature}`);
  return `${DEVICE_COOKIE}=${texts.join('~')}; Max-Age=${DEVICE_SECONDS}; ${cookieAttributes(origin)}`;
}
