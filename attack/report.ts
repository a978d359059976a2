/** What the attack found: a finding is something a server must not do. */
export interface Finding {
  readonly part: string;
  readonly what: string;
  /** A line that does it again, and more of what was seen. */
  readonly reproduce: string;
  readonly seen: string;
}

/** Repetitions of one finding are counted, not listed. */
const LISTED_OF_A_KIND = 3;

export class Report {
  readonly findings: Finding[] = [];
  readonly notes: string[] = [];
  readonly #parts = new Map<string, { requests: number; seconds: number }>();
  readonly #kinds = new Map<string, number>();
  #part = 'start';
  #since = performance.now();

  begin(part: string): void {
    this.#end();
    this.#part = part;
    this.#parts.set(part, this.#parts.get(part) ?? { requests: 0, seconds: 0 });
    console.log(`${part} ...`);
  }

  #end(): void {
    const own = this.#parts.get(this.#part);
    if (own !== undefined) own.seconds += (performance.now() - this.#since) / 1000;
    this.#since = performance.now();
  }

  get part(): string {
    return this.#part;
  }

  countRequest(): void {
    const own = this.#parts.get(this.#part);
    if (own !== undefined) own.requests++;
  }

  /** `kind` groups findings with one cause, so that a broken rule is not listed once for every route. */
  finding(what: string, reproduce: string, seen = '', kind = what): void {
    this.findings.push({ part: this.#part, what, reproduce, seen: seen.slice(0, 1200) });
    const times = (this.#kinds.get(kind) ?? 0) + 1;
    this.#kinds.set(kind, times);
    if (times <= LISTED_OF_A_KIND) console.log(`  FINDING ${what}\n    ${reproduce}\n    ${seen.slice(0, 300)}`);
    else if (times === LISTED_OF_A_KIND + 1) console.log('  ... more of the same kind: see the end');
  }

  /** What could not be tried, and why. */
  note(text: string): void {
    this.notes.push(`${this.#part}: ${text}`);
  }

  print(seed: number): void {
    this.#end();
    for (const { part, what, reproduce, seen } of this.findings)
      console.log(`\nFINDING (${part}) ${what}\n  ${reproduce}${seen ? `\n  ${seen.replaceAll('\n', ' ')}` : ''}`);
    if (this.notes.length > 0) console.log(`\nNot tried:\n${this.notes.map((note) => `  ${note}`).join('\n')}`);
    console.log(`\n${'part'.padEnd(24)}${'requests'.padStart(10)}${'seconds'.padStart(10)}${'findings'.padStart(10)}`);
    let [all, time] = [0, 0];
    for (const [part, { requests, seconds }] of this.#parts) {
      const found = this.findings.filter((finding) => finding.part === part).length;
      console.log(row(part, requests, seconds, found));
      all += requests;
      time += seconds;
    }
    console.log(row('all', all, time, this.findings.length));
    console.log(`Seed ${seed}; the same again: ATTACK_SEED=${seed} npm run attack`);
  }
}

const row = (part: string, requests: number, seconds: number, findings: number): string =>
  part.padEnd(24) + String(requests).padStart(10) + seconds.toFixed(1).padStart(10) + String(findings).padStart(10);
