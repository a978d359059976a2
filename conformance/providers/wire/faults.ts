/** Something that goes wrong for the next requests that fit, instead of the true answer. */
export interface Fault {
  readonly when: (asked: Asked) => boolean;
  /** How many requests it meets before it is over. */
  times: number;
  /** Null ends the connection without an answer. */
  readonly reply: (asked: Asked) => Reply | null;
}

export interface Faults {
  add(fault: Fault): void;
  /** The answer of the first fault that fits; undefined when none does. */
  meet(asked: Asked): Reply | null | undefined;
  clear(): void;
  readonly waiting: number;
}

export function faults(): Faults {
  let waiting: Fault[] = [];
  return {
    add: (fault) => void waiting.push(fault),
    meet(asked) {
      const fault = waiting.find((one) => one.when(asked));
      if (!fault) return undefined;
      fault.times -= 1;
      if (fault.times <= 0) waiting = waiting.filter((one) => one !== fault);
      return fault.reply(asked);
    },
    clear: () => {
      waiting = [];
    },
    get waiting() {
      return waiting.length;
    },
  };
}

/** One request, read whole. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
