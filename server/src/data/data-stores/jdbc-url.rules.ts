export type TlsMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

/** Where a data store is, read from its JDBC URL. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly tls: TlsMode;
  /** Where tables without a schema are looked for. */
  readonly schema: string | null;
}

const SHAPE = 'jdbc:postgresql://host:5432/database';
const TLS_MODES: readonly string[] = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] satisfies TlsMode[];
const KNOWN = ['sslmode', 'ssl', 'currentSchema'];
const SECRETS = ['user', 'password'];

/** The place, or the sentence that says what is wrong with the URL. */
export function readJdbcUrl(text: string): Place | string {
  const url = text.replace(/^jdbc:/i, '');
  if (url === text || !/^postgresql:\/\/[^/]/i.test(url)) return `must look like ${SHAPE}`;
  // The host of a scheme the URL parser does not know stays as it was written; as http it is brought to one form.
  const http = url.replace(/^postgresql:/i, 'http:');
  if (!URL.canParse(http)) return `must look like ${SHAPE}`;
  const { hostname, port, pathname, searchParams, username, password, hash } = new URL(http);
  const database = decode(pathname.slice(1));
  if (username !== '' || password !== '' || SECRETS.some((name) => searchParams.has(name))) {
    return 'must not carry a user or password: it is shown to everybody the data store is shared with. POST credentials/ keeps them';
  }
  if (database === null || database === '' || database.includes('/') || hash !== '') {
    return `must name one database: ${SHAPE}`;
  }
  const unknown = [...searchParams.keys()].find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) return `has the unknown parameter ${unknown}; known are ${KNOWN.join(', ')}`;
  const tls = searchParams.get('sslmode') ?? (searchParams.get('ssl') === 'true' ? 'require' : 'prefer');
  if (!TLS_MODES.includes(tls)) return `has sslmode ${tls}; use one of ${TLS_MODES.join(', ')}`;
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (/:80(\/|$)/.test(http) ? 80 : 5432)),
    database,
    tls: tls as TlsMode,
    schema: searchParams.get('currentSchema'),
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
