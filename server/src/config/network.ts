import { isIP } from 'node:net';

/** An address like 10.0.0.1 or ::1, or a network like 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [base = '', bits, ...rest] = text.split('/');
  const most = isIP(base) === 4 ? 32 : 128;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(base) !== 0 && fits && rest.length === 0;
}
