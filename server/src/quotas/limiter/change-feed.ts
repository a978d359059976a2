import { sql } from 'kysely';
import { type ChangeFeed, hearChanges } from '#platform/db/change-feed.ts';
import type { Tx } from '#platform/db/database.ts';

const CHANGED = 'almanac_quotas';
const HEARD = 'almanac_quotas_heard';
const NAME = 'almanac quotas';
/** A process that is alive answers in a millisecond or two. One that does not is stuck, and so are its requests. */
const LONGEST_WAIT_MS = 2_000;
const KEPT_ANSWERS = 1_000;

/** A transaction, and the connections that hear of it when it is committed. */
export interface Broadcast {
  readonly transaction: string;
  readonly listeners: readonly number[];
}

/** Asked as the last thing in the transaction. Null: nothing was written, so nobody hears of anything. */
export async function broadcastOf(tx: Tx): Promise<Broadcast | null> {
  const { rows } = await sql<{ transaction: string | null; listeners: number[] }>`
    SELECT txid_current_if_assigned()::text AS transaction,
           ARRAY(SELECT pid FROM pg_stat_activity
                 WHERE application_name = ${NAME} AND datname = current_database()) AS listeners`.execute(tx);
  const { transaction = null, listeners = [] } = rows[0] ?? {};
  return transaction === null ? null : { transaction, listeners };
}

interface Hearing {
  onQuota(resource: string): void;
  onMember(userId: string): void;
  onListening(now: boolean): void;
}

export interface QuotaFeed {
  /** Returns when every process that was told has forgotten what the transaction changed. */
  heardByAll(told: Broadcast): Promise<void>;
  close(): Promise<void>;
}

/** Hears of changed quotas and groups, answers that it did, and hears the answers of the other processes. */
export function listenForQuotaChanges(url: string, { onQuota, onMember, onListening }: Hearing): QuotaFeed {
  const answers = new Map<string, Set<number>>();
  const waiting = new Set<() => void>();
  let listening = false;
  const feed: ChangeFeed = hearChanges({
    url,
    name: NAME,
    channels: [CHANGED, HEARD],
    onChange(payload, { channel, processId }) {
      if (channel === HEARD) answered(payload, processId);
      else if (payload.startsWith('member ')) onMember(payload.slice('member '.length));
      else {
        const end = payload.lastIndexOf(' ');
        onQuota(payload.slice('quota '.length, end));
        feed.say(HEARD, payload.slice(end + 1));
      }
    },
    onListening(now) {
      listening = now;
      onListening(now);
    },
  });

  function answered(transaction: string, processId: number): void {
    const pids = answers.get(transaction);
    if (pids) pids.add(processId);
    else answers.set(transaction, new Set([processId]));
    if (answers.size > KEPT_ANSWERS) answers.delete(answers.keys().next().value as string);
    for (const wake of waiting) wake();
  }

  return {
    async heardByAll({ transaction, listeners }) {
      if (!listening) return;
      const missing = () => listeners.some((pid) => !answers.get(transaction)?.has(pid));
      const deadline = AbortSignal.timeout(LONGEST_WAIT_MS);
      while (missing() && !deadline.aborted) await nextAnswer(deadline);
    },
    close: () => feed.close(),
  };

  function nextAnswer(deadline: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        waiting.delete(wake);
        deadline.removeEventListener('abort', wake);
        resolve();
      };
      waiting.add(wake);
      deadline.addEventListener('abort', wake);
    });
  }
}
