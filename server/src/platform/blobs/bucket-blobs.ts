import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BlobProblem, type Blobs, checkKey, checkPrefix, checkRange, NoSuchBlob } from './blobs.ts';

/** A part of an upload is held in memory: enough for 50 GB in S3's 10,000 parts without costing much. */
const PART_BYTES = 8 * 1024 * 1024;

export function openBucketBlobs(url: string): Blobs {
  const address = readBucketAddress(url);
  const client = connect(address);
  const Bucket = address.bucket;
  const place = (key: string) => ({ Bucket, Key: address.prefix + checkKey(key) });

  const size = async (key: string): Promise<number | null> => {
    try {
      return (await client.send(new HeadObjectCommand(place(key)))).ContentLength ?? 0;
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  };

  return {
    async write(key, content) {
      const counted = counting(content);
      const params = { ...place(key), Body: Readable.from(counted, { objectMode: false }) };
      const upload = new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 });
      try {
        await upload.done();
      } catch (error) {
        // The upload has removed its parts; whether or not that worked, the reason was the content's own.
        content.destroy();
        throw content.errored ?? error;
      }
      return counted.size;
    },
    async read(key, range) {
      if (range) checkRange(range);
      const Range = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...place(key), ...Range }));
        return Body instanceof Readable ? Body : Readable.from([]);
      } catch (error) {
        if (isAbsence(error)) throw new NoSuchBlob(key);
        if (nameOf(error) === 'InvalidRange') return Readable.from([]);
        throw error;
      }
    },
    size,
    async delete(key) {
      await client.send(new DeleteObjectCommand(place(key)));
    },
    async *list(prefix) {
      const Prefix = address.prefix + checkPrefix(prefix);
      let ContinuationToken: string | undefined;
      do {
        const token = ContinuationToken === undefined ? {} : { ContinuationToken };
        const found = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ...token }));
        for (const { Key } of found.Contents ?? []) if (Key) yield Key.slice(address.prefix.length);
        ContinuationToken = found.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    async move(from, to) {
      const target = place(to);
      if ((await size(from)) === null) throw new NoSuchBlob(from);
      if (from === to) return;
      const { Key } = place(from);
      await client.send(new CopyObjectCommand({ ...target, CopySource: `${Bucket}/${Key}` }));
      await client.send(new DeleteObjectCommand(place(from)));
    },
    sweep: (now) => abortOldUploads(client, address, now),
    localPath: (key) => {
      checkKey(key);
      return null;
    },
  };
}

function connect(address: BucketAddress): S3Client {
  return new S3Client({
    endpoint: address.endpoint,
    region: address.region,
    forcePathStyle: true,
    ...(address.credentials ? { credentials: address.credentials } : {}),
    // Stores other than Amazon's often refuse the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Longer than an upload may take: who began one, a bucket does not tell. */
const ABANDONED_MS = 25 * 3600 * 1000;

/** The parts of an upload that never ended are kept, and paid for, until somebody gives it up. */
async function abortOldUploads(client: S3Client, { bucket: Bucket, prefix }: BucketAddress, now: Date): Promise<void> {
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (let more = true; more; ) {
    const found = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...after }));
    for (const { Key, UploadId, Initiated } of found.Uploads ?? []) {
      if (Initiated === undefined || now.getTime() - Initiated.getTime() < ABANDONED_MS) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
    more = found.IsTruncated === true;
    after = { KeyMarker: found.NextKeyMarker, UploadIdMarker: found.NextUploadIdMarker };
  }
}

/** The content as it passes, and how much of it has passed. */
function counting(content: Readable): AsyncIterable<Buffer> & { readonly size: number } {
  let size = 0;
  return {
    get size() {
      return size;
    },
    async *[Symbol.asyncIterator]() {
      for await (const chunk of content) {
        const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
        size += bytes.length;
        yield bytes;
      }
    },
  };
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');
const isAbsence = (error: unknown) => ['NotFound', 'NoSuchKey'].includes(nameOf(error));

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
