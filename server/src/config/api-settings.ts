import type { Setting } from './settings.ts';

/** The newest version the specification names. */
export const NEWEST_API_VERSION = '2.43';

const NEWEST_MINOR = Number(NEWEST_API_VERSION.split('.')[1]);

const apiVersion = (value: string) => {
  const [, minor] = /^2\.(\d{1,2})$/.exec(value) ?? [];
  return minor !== undefined && Number(minor) <= NEWEST_MINOR
    ? null
    : `must be a version from 2.0 to ${NEWEST_API_VERSION}`;
};

/** What the public API looks like. */
export const apiSettings = [
  {
    name: 'ALMANAC_API_VERSION',
    fallback: NEWEST_API_VERSION,
    about: 'Version of the API; an older one, such as 2.34, serves routes and fields that were removed since',
    check: apiVersion,
  },
] as const satisfies readonly Setting[];
