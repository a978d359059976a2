import { type AddressInfo, connect, createServer } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterFile } from '../../../test/after-file.ts';

// Signed by itself, for localhost: made for this test and trusted by nobody.
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUYefeuYicGjFLgNIp6pDo3VarXhUwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNTA2NTU1N1oYDzIxMjYxMDIy
MDY1NTU3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARQ/otPjSu823p/tHKXB3EQD0QCXiTAY8KnhfD8FmnuH1wpox+meHpz
ROqZVyPAZgZtJ0UQFWL3uiAW9l+KdgXSo2kwZzAdBgNVHQ4EFgQUwfhTMTROlBnc
GvpPxqF6LMMA4AcwHwYDVR0jBBgwFoAUwfhTMTROlBncGvpPxqF6LMMA4AcwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAOqwj0f8DSIPnyyMxsXP6Zu8KcIaxvp1Yz0vUxYfMh1YAiEA6+C4lrKS
6PIeoSl8g/tVrOY3nVXOhdtTZNhu0UvEO00=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzDxMQOV0CjMcwmlD
1+tE7O0dBFGepzY/Pa9ZIlYsdmuhRANCAARQ/otPjSu823p/tHKXB3EQD0QCXiTA
Y8KnhfD8FmnuH1wpox+meHpzROqZVyPAZgZtJ0UQFWL3uiAW9l+KdgXS
-----END PRIVATE KEY-----`;

export interface TlsProxy {
  readonly port: number;
  /** How many connections were encrypted. */
  readonly encrypted: () => number;
}

/** A port that offers TLS as PostgreSQL does (one letter in answer to one request) in front of one that does not. */
export async function tlsProxy(plainPort: number): Promise<TlsProxy> {
  let encrypted = 0;
  const server = createServer((from) => {
    from.on('error', () => undefined);
    from.once('data', () => {
      from.write('S');
      const secured = new TLSSocket(from, { isServer: true, cert: CERTIFICATE, key: KEY });
      secured.once('secure', () => {
        encrypted += 1;
      });
      const to = connect(plainPort, '127.0.0.1');
      secured.on('error', () => to.destroy()).pipe(to);
      to.on('error', () => secured.destroy()).pipe(secured);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  afterFile(() => {
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, encrypted: () => encrypted };
}
