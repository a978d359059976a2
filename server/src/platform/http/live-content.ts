import { Readable } from 'node:stream';

/** Where live content goes. */
export interface Outlet {
  /** False when the reader is behind: the content is told to resume once it has caught up. */
  write(piece: Buffer): boolean;
  end(last?: Buffer): void;
}

/**
 * A body that comes piece by piece, each sent on in the very call in which it arrived. A stream in between would keep
 * every piece for a turn of the event loop: with hundreds of conversations at once that is most of what they cost.
 */
export interface LiveContent {
  readonly live: true;
  /** Called once, when the reader is there. */
  flowInto(outlet: Outlet): void;
  resume(): void;
  /** Nobody reads any more; also called after the end, where it does nothing. */
  cancel(): void;
}

export const isLive = (content: object | string): content is LiveContent =>
  typeof content === 'object' && 'live' in content;

/** The same for those who take only streams. */
export function streamOf(content: LiveContent): Readable {
  const stream = new Readable({
    highWaterMark: 64 * 1024,
    read: () => content.resume(),
    destroy: (error, done) => {
      content.cancel();
      done(error);
    },
  });
  content.flowInto({
    write: (piece) => stream.push(piece),
    end: (last) => {
      if (last !== undefined) stream.push(last);
      stream.push(null);
    },
  });
  return stream;
}
