import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import type { Platform } from '#platform/context.ts';
import { Problem, problem, refuse } from '#platform/http/problem.ts';
import { allowedInside } from '#platform/net/reach.ts';
import { allowedAddresses, checked, pinnedLookup } from '../uploads/allowed-addresses.ts';
import { ObjectProblems } from './object.problems.ts';

export interface PutOptions {
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
  const url = checked(address);
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
