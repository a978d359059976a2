/** Absolute addresses that begin exactly as the client's own: clients strip that prefix and refuse anything else. */
export interface Links {
  readonly origin: string;
  /** `/api/v2/status/x/` -> `http://host:port/api/v2/status/x/`. */
  absolute(path: string): string;
}

export function linksOf(origin: string): Links {
  return { origin, absolute: (path) => origin + path };
}
