import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Agent, request } from 'undici';
import type { Ctx, Platform } from '#platform/context.ts';
import { Problem, problem, refuse } from '#platform/http/problem.ts';
import { allowedInside } from '#platform/net/reach.ts';
import { allowedAddresses, parseFetchUrl, pinnedLookup } from '../uploads/guarded-fetch.ts';
import { credentialOf } from './credentials.ts';
import { ObjectProblems } from './data-store.problems.ts';
import { type BucketKeys, openKeys } from './sealed-login.ts';

interface ObjectPlace {
  /** `s3://bucket/key` */
  readonly url: string;
  readonly endpointUrl?: string | undefined;
  readonly credentialId?: string | undefined;
  readonly encryption?:
    | { readonly algorithm?: string | null | undefined; readonly kmsKeyId?: string | null | undefined }
    | undefined;
}

interface OpenObject {
  /** Refuses when it is not there or may not be read. */
  size(): Promise<number | null>;
  read(): Promise<Readable>;
  write(content: Readable, type: string): Promise<void>;
  close(): void;
}

type Using = Pick<Ctx, 'actor' | 'db' | 'secrets' | 'config'>;

const PART_BYTES = 8 * 1024 * 1024;
const AWS = 'https://s3.amazonaws.com';

export async function openObject(ctx: Using, place: ObjectPlace, signal: AbortSignal): Promise<OpenObject> {
  const { hostname: Bucket, pathname } = new URL(place.url);
  const at = { Bucket, Key: decodeURIComponent(pathname.slice(1)) };
  const keys = place.credentialId === undefined ? null : await keysOf(ctx, place.credentialId);
  const s3 = await import('@aws-sdk/client-s3');
  const client = await connect(ctx, s3.S3Client, place.endpointUrl ?? AWS, keys);
  const failing = (kind: typeof ObjectProblems.cannotRead | typeof ObjectProblems.cannotWrite) => (error: unknown) => {
    signal.throwIfAborted();
    const { name, message } = error as Error;
    throw problem(kind, place.url, message && message !== name ? `${name}: ${message}` : name);
  };
  return {
    size: async () => {
      const head = client.send(new s3.HeadObjectCommand(at), { abortSignal: signal });
      return (await head.catch(failing(ObjectProblems.cannotRead))).ContentLength ?? null;
    },
    async read() {
      const got = client.send(new s3.GetObjectCommand(at), { abortSignal: signal });
      const { Body } = await got.catch(failing(ObjectProblems.cannotRead));
      return Body instanceof Readable ? Body : Readable.from([]);
    },
    async write(content, type) {
      const { Upload } = await import('@aws-sdk/lib-storage');
      const { algorithm, kmsKeyId } = place.encryption ?? {};
      const encrypted = {
        ...(algorithm ? { ServerSideEncryption: algorithm as 'AES256' | 'aws:kms' } : {}),
        ...(kmsKeyId ? { SSEKMSKeyId: kmsKeyId } : {}),
      };
      const params = { ...at, ...encrypted, Body: content, ContentType: type };
      const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 });
      const stop = () => {
        upload.abort().catch(() => undefined);
      };
      signal.addEventListener('abort', stop, { once: true });
      await upload
        .done()
        .catch(failing(ObjectProblems.cannotWrite))
        .finally(() => signal.removeEventListener('abort', stop));
    },
    close: () => client.destroy(),
  };
}

async function keysOf(ctx: Using, id: string): Promise<BucketKeys> {
  const row = await credentialOf(ctx, id);
  if (row.credential_type !== 's3') refuse(ObjectProblems.wrongCredential, id, row.credential_type);
  return openKeys(ctx.secrets, row);
}

/** Without keys, requests are not signed: such a bucket is open to everybody, or refuses. */
async function connect(
  { config }: Using,
  Client: typeof S3Client,
  endpoint: string,
  keys: BucketKeys | null,
): Promise<S3Client> {
  const url = parseFetchUrl(endpoint);
  const lookup = pinnedLookup(await allowedAddresses(url, { allowHosts: allowedInside(config, 'file') }));
  const signer = { sign: async <T>(request: T): Promise<T> => request };
  return new Client({
    endpoint,
    region: regionIn(url.hostname),
    // One host, whose address was checked: the bucket is a folder of it.
    forcePathStyle: true,
    maxAttempts: 3,
    ...(keys === null ? { signer } : {}),
    credentials:
      keys === null
        ? { accessKeyId: '', secretAccessKey: '' }
        : {
            accessKeyId: keys.awsAccessKeyId,
            secretAccessKey: keys.awsSecretAccessKey,
            ...(keys.awsSessionToken ? { sessionToken: keys.awsSessionToken } : {}),
          },
    requestHandler: {
      httpAgent: new HttpAgent({ keepAlive: true, lookup }),
      httpsAgent: new HttpsAgent({ keepAlive: true, lookup }),
    },
  });
}

const regionIn = (host: string): string => /^s3[.-]([a-z0-9-]+)\.amazonaws\.com$/.exec(host)?.[1] ?? 'us-east-1';

interface PutOptions {
  readonly type: string;
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const SILENCE_MS = 300_000;

/** Puts a file at an address of the caller's. Redirects are refused: what they lead to was not asked for. */
export async function putFile(
  { config }: Pick<Platform, 'config'>,
  address: string,
  content: Readable,
  { type, bytes, headers, signal }: PutOptions,
): Promise<void> {
  const url = parseFetchUrl(address);
  const lookup = pinnedLookup(await allowedAddresses(url, { allowHosts: allowedInside(config, 'file') }));
  const dispatcher = new Agent({ connect: { lookup, timeout: 15_000 }, headersTimeout: SILENCE_MS, connections: 1 });
  try {
    const { statusCode, body } = await request(address, {
      method: 'PUT',
      dispatcher,
      signal,
      body: content,
      headers: { 'user-agent': 'Almanac', ...headers, 'content-type': type, 'content-length': String(bytes) },
    });
    await body.dump();
    if (statusCode < 200 || statusCode > 299) refuse(ObjectProblems.putRefused, url.host, statusCode);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Problem) throw error;
    const { code, message } = error as { code?: string; message?: string };
    throw problem(ObjectProblems.putFailed, url.host, code ?? message ?? 'no reason given');
  } finally {
    await dispatcher.destroy();
  }
}
