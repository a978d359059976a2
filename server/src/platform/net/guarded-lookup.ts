import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Looks names up as the machine does, and at every address a name leads to at the moment of the call: a name may change
 * its mind after it was checked. An address written as a number is not looked up; whoever calls judges it first.
 */
export const guardedLookup =
  (may: (address: string) => boolean): LookupFunction =>
  (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const wrong = found?.find(({ address }) => !may(address));
      const refusal =
        wrong === undefined ? error : new Error(`${host} leads to ${wrong.address}, where calls must not go`);
      const [first] = found ?? [];
      if (refusal) done(refusal as NodeJS.ErrnoException, '');
      else if (options.all) done(null, found);
      else done(null, first?.address ?? '', first?.family);
    });
  };
