import type { QuotaDefinition, QuotaRuleValue } from '../quota.schema.ts';
import type { Consumer } from './entry.ts';
import type { TokenRequest } from './ledger.ts';

interface Call {
  readonly at: number;
  readonly holder: string;
  readonly shareHolder: string | null;
  tokens: bigint;
  running: boolean;
}

const LENGTH = { min: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * The limiter as one would explain it: remember every call, and count them all again for each decision. Slow and
 * obviously right, so that the real one can be compared with it.
 */
export class SimpleModel {
  readonly #calls: Call[] = [];
  definition: QuotaDefinition;

  constructor(definition: QuotaDefinition) {
    this.definition = definition;
  }

  enter(at: number, consumer: Consumer, ask: TokenRequest): { call: Call | null; refused: string | null } {
    const { holder, rules, shareHolder } = this.#bound(consumer);
    const refused = this.#brokenRule(at, holder, rules, ask) ?? this.#brokenCapacity(at, shareHolder, ask);
    if (refused !== null && !this.definition.shadow) return { call: null, refused };
    const call: Call = { at, holder, shareHolder, tokens: BigInt(ask.worstCase), running: true };
    this.#calls.push(call);
    return { call, refused: null };
  }

  #bound({ userId, groupIds = [], deploymentId }: Consumer) {
    const find = (type: string, id: string | undefined) =>
      this.definition.policies.find(({ consumerType, consumerId }) => consumerType === type && consumerId === id);
    const own = [find('deployment', deploymentId), find('user', userId)].filter((policy) => policy !== undefined);
    const groups = groupIds.map((id) => find('usergroup', id)).filter((policy) => policy !== undefined);
    // Rules on requests per minute only in these tests: the group whose strictest rule is larger is more generous.
    const limitOf = ({ rules }: { rules: readonly QuotaRuleValue[] }) =>
      Math.min(...rules.map(({ limit }) => Number(limit)));
    const ruling = [
      ...own.filter(({ rules }) => rules.length > 0),
      ...groups
        .filter(({ rules }) => rules.length > 0)
        .sort((a, b) => limitOf(b) - limitOf(a) || (a.consumerId < b.consumerId ? -1 : 1)),
    ][0];
    const sharing = [
      ...own.filter(({ reserved }) => this.#size(reserved) > 0),
      ...groups
        .filter(({ reserved }) => this.#size(reserved) > 0)
        .sort((a, b) => (b.reserved ?? 0) - (a.reserved ?? 0)),
    ][0];
    const name = (policy: { consumerType: string; consumerId: string }) =>
      `${policy.consumerType} ${policy.consumerId}`;
    return {
      rules: ruling?.rules ?? this.definition.defaultRules,
      holder: ruling ? name(ruling) : deploymentId === undefined ? `user ${userId}` : `deployment ${deploymentId}`,
      shareHolder: sharing ? name(sharing) : null,
    };
  }

  /** Without a threshold nothing is kept for anybody, and what is spent is spent from no share. */
  #size(reserved: number | null | undefined): number {
    if (this.definition.saturationThreshold === null) return 0;
    return Math.floor((reserved ?? 0) * (this.definition.capacity?.capacity ?? 0) + 1e-9);
  }

  #brokenRule(at: number, holder: string, rules: readonly QuotaRuleValue[], ask: TokenRequest): string | null {
    const calls = this.#calls.filter((call) => call.holder === holder);
    const lengths = rules.filter(({ rule }) => rule === 'inputSequenceLength');
    if (lengths.some(({ limit }) => BigInt(ask.input) > limit)) return '422 inputSequenceLength';
    // A kind and a window are named in the order in which the list first speaks of them, whichever rule is broken.
    for (const { rule, window } of rules) {
      const limits = rules.filter((one) => one.rule === rule && one.window === window).map(({ limit }) => limit);
      const inWindow = calls.filter((call) => sameWindow(call.at, at, LENGTH[window]));
      const tokens = inWindow.reduce((sum, call) => sum + call.tokens, BigInt(ask.worstCase));
      const used = rule === 'requests' ? BigInt(inWindow.length + 1) : tokens;
      if ((rule === 'requests' || rule === 'token') && limits.some((limit) => used > limit))
        return `429 ${rule} ${window}`;
    }
    const places = rules.filter(({ rule }) => rule === 'concurrentRequests');
    const running = BigInt(calls.filter((call) => call.running).length);
    if (places.some(({ limit }) => running + 1n > limit)) return '429 concurrentRequests';
    return null;
  }

  #brokenCapacity(at: number, shareHolder: string | null, ask: TokenRequest): string | null {
    const { capacity, saturationThreshold: threshold, policies } = this.definition;
    if (capacity === null) return null;
    const minute = this.#calls.filter((call) => sameWindow(call.at, at, LENGTH.min));
    const costOf = (call: Call) => (capacity.units === 'requests' ? 1 : Number(call.tokens));
    const cost = capacity.units === 'requests' ? 1 : Number(ask.worstCase);
    const used = minute.reduce((sum, call) => sum + costOf(call), 0);
    if (cost === 0) return null;
    if (threshold === null || used + cost <= Math.floor(threshold * capacity.capacity + 1e-9))
      return used + cost <= capacity.capacity ? null : '429 capacity min';
    const unspent = (name: string, reserved: number | null | undefined) => {
      const spent = minute.filter((call) => call.shareHolder === name).reduce((sum, call) => sum + costOf(call), 0);
      return Math.max(0, this.#size(reserved) - spent);
    };
    let own = 0;
    let others = 0;
    for (const policy of policies) {
      const name = `${policy.consumerType} ${policy.consumerId}`;
      if (name === shareHolder) own = unspent(name, policy.reserved);
      else others += unspent(name, policy.reserved);
    }
    const left = capacity.capacity - used;
    if (cost <= own || cost <= left - others) return null;
    return cost <= left ? '429 capacity min reserved' : '429 capacity min';
  }
}

const sameWindow = (a: number, b: number, length: number) => Math.floor(a / length) === Math.floor(b / length);
