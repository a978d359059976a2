import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { Agent, type Dispatcher, request } from 'undici';
import type { Platform } from '#platform/context.ts';
import { Problem, problem, refuse } from '#platform/http/problem.ts';
import { mayReach, targetOf } from '#platform/net/address.rules.ts';
import { decodeContent } from '#platform/net/decode-content.ts';
import { addressesOf, allowedInside, type Resolve } from '#platform/net/reach.ts';
import { FromUrlProblems } from './upload.problems.ts';
import { fileNameOf, wrongUrl } from './url.rules.ts';

interface FetchLimits {
  readonly bytes: number;
  /** From the first connection to the last byte. */
  readonly seconds: number;
  readonly redirects: number;
}

export interface FetchOptions extends AddressOptions {
  readonly limits: FetchLimits;
  readonly signal?: AbortSignal;
}

interface Fetched {
  readonly stream: Readable;
  /** Where the file was found after all redirects. */
  readonly url: string;
  readonly fileName: string;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const SILENCE_MS = 60_000;

/**
 * Fetches a file from a URL that a user sent, and never from inside our own network: each host on the way is
 * resolved once, every address it has is checked, and the connection goes to the addresses that were checked, so a name
 * that changes its mind between the check and the connection gains nothing.
 */
export async function guardedFetch(address: string, options: FetchOptions): Promise<Fetched> {
  const { limits } = options;
  const deadline = AbortSignal.timeout(limits.seconds * 1000);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  let url = address;
  for (let hop = 0; hop <= limits.redirects; hop++) {
    const { host } = parseFetchUrl(url);
    const agent = pinnedAgent(await allowedAddresses(new URL(url), options));
    const explain = (error: unknown) => explainError(error, host, deadline, options);
    const response = await get(url, agent, signal).catch(async (error: unknown) => {
      await agent.destroy();
      throw explain(error);
    });
    const next = REDIRECTS.has(response.statusCode) ? one(response.headers.location) : undefined;
    if (next === undefined) return openResponse(url, response, agent, options, explain);
    await agent.destroy();
    url = URL.canParse(next, url) ? new URL(next, url).href : next;
  }
  return refuse(FromUrlProblems.tooManyRedirects, new URL(url).host, limits.redirects);
}

function pinnedAgent(addresses: readonly string[]): Agent {
  return new Agent({
    connect: { lookup: pinnedLookup(addresses), timeout: 15_000 },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    connections: 1,
  });
}

const get = (url: string, dispatcher: Agent, signal: AbortSignal): Promise<Dispatcher.ResponseData> =>
  request(url, { dispatcher, signal, headers: { 'user-agent': 'Almanac', 'accept-encoding': 'identity' } });

async function openResponse(
  url: string,
  response: Dispatcher.ResponseData,
  agent: Agent,
  { limits }: FetchOptions,
  explain: (error: unknown) => unknown,
): Promise<Fetched> {
  const { host } = new URL(url);
  const { statusCode, headers, body } = response;
  const tooLarge = Number(one(headers['content-length']) ?? 0) > limits.bytes;
  if (statusCode !== 200 || tooLarge) {
    await agent.destroy();
    if (tooLarge) refuse(FromUrlProblems.tooLarge, host, limits.bytes);
    refuse(FromUrlProblems.answered, host, statusCode);
  }
  const fileName = fileNameOf(url, one(headers['content-disposition']), one(headers['content-type']));
  async function* counted() {
    let bytes = 0;
    try {
      for await (const chunk of plain(body, one(headers['content-encoding']))) {
        bytes += (chunk as Buffer).length;
        if (bytes > limits.bytes) throw problem(FromUrlProblems.tooLarge, host, limits.bytes);
        yield chunk as Buffer;
      }
    } catch (error) {
      throw explain(error);
    } finally {
      await agent.destroy();
    }
  }
  return { stream: Readable.from(counted(), { objectMode: false }), url, fileName };
}

/** We ask for the bytes as they are; some servers compress them all the same. */
const plain = (body: Readable, encoding = ''): Readable => decodeContent(body, encoding)?.stream ?? body;

function explainError(error: unknown, host: string, deadline: AbortSignal, { limits, signal }: FetchOptions): unknown {
  if (error instanceof Problem || signal?.aborted) return error;
  if (deadline.aborted) return problem(FromUrlProblems.tooSlow, host, limits.seconds);
  const { code, message } = error as { code?: string; message?: string };
  return problem(FromUrlProblems.unreachable, host, code ?? message ?? 'no reason given');
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);

interface AddressOptions {
  /** Hosts, host:port or networks that may be inside. */
  readonly allowHosts: readonly string[];
  /** How names become addresses; the machine's own way unless said otherwise. */
  readonly resolve?: Resolve;
}

export function parseFetchUrl(url: string): URL {
  const wrong = wrongUrl(url);
  return wrong === null ? new URL(url) : refuse(FromUrlProblems.wrongUrl, wrong);
}

/** Every address of the host, when all of them may be reached. */
export async function allowedAddresses(url: URL, { resolve, allowHosts }: AddressOptions) {
  const addresses = await addressesOf(url.hostname, resolve);
  if (addresses.length === 0) refuse(FromUrlProblems.unknownHost, url.host);
  const target = targetOf(url);
  if (addresses.every((address) => mayReach(target, address, allowHosts))) return addresses;
  return refuse(FromUrlProblems.notOutside, url.host);
}

/** Connects to these addresses and no others, whatever the name of the host says by now. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    const [first] = known;
    if (options.all) done(null, known);
    else done(null, first?.address ?? '', first?.family);
  };
}

const MOST_SECONDS = 3600;
const MOST_REDIRECTS = 5;

/** For jobs: the file at `url` lies under `blobKey` afterwards, whole or not at all. Refusals name what to do. */
export async function fetchToBlob(
  { config, blobs }: Pick<Platform, 'config' | 'blobs'>,
  url: string,
  blobKey: string,
  { signal }: { readonly signal: AbortSignal },
): Promise<{ readonly fileName: string; readonly bytes: number }> {
  const { stream, fileName } = await guardedFetch(url, {
    limits: { bytes: config.maxUploadBytes, seconds: MOST_SECONDS, redirects: MOST_REDIRECTS },
    allowHosts: allowedInside(config, 'file'),
    signal,
  });
  return { fileName, bytes: await blobs.write(blobKey, stream) };
}
