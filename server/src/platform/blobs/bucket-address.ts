import { BlobProblem } from './blob-key.ts';

export interface BucketAddress {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Empty, or ending with a slash. */
  readonly prefix: string;
  /** Null: found by the client in its usual places (instance role, shared files). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

const EXAMPLE = 's3://key:secret@host:port/bucket/prefix';

/** `s3://key:secret@host:port/bucket/prefix?region=eu-west-1`; `s3+http://` for a store without TLS. */
export function readBucketAddress(text: string): BucketAddress {
  const url = new URL(text);
  const [bucket = '', ...pieces] = url.pathname.split('/').filter((piece) => piece !== '');
  if (url.host === '' || !/^[a-z0-9][a-z0-9.-]{2,62}$/.test(bucket)) {
    throw new BlobProblem(
      `ALMANAC_STORAGE_URL names no host or no bucket of 3 to 63 small letters, digits, dots and dashes: got host ` +
        `${JSON.stringify(url.host)}, bucket ${JSON.stringify(bucket)}. Write it like ${EXAMPLE}.`,
    );
  }
  const accessKeyId = decodeURIComponent(url.username);
  const secretAccessKey = decodeURIComponent(url.password);
  return {
    endpoint: `${url.protocol === 's3+http:' ? 'http' : 'https'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: pieces.map((piece) => `${decodeURIComponent(piece)}/`).join(''),
    credentials: accessKeyId === '' ? null : { accessKeyId, secretAccessKey },
  };
}
