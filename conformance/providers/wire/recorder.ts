/** What a fake was asked, kept so that a test can prove that nothing but reading was done. */
export interface Recorded {
  readonly method: string;
  /** With the query, without the host. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly at: number;
  status: number;
}

export interface Recorder {
  readonly requests: readonly Recorded[];
  note(request: Recorded): void;
  clear(): void;
}

/** `keep` bounds what a long run holds in memory; the oldest go first. */
export function recorder(keep = 200_000): Recorder {
  const requests: Recorded[] = [];
  return {
    requests,
    note(request) {
      if (requests.length >= keep) requests.splice(0, Math.ceil(keep / 10));
      requests.push(request);
    },
    clear: () => void requests.splice(0),
  };
}
