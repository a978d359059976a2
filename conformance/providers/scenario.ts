/** A named situation: what is there at first, and what happens then. After each step a mirror must equal the truth. */
export interface Scenario<Fake> {
  readonly name: string;
  readonly arrange: (fake: Fake) => readonly ((fake: Fake) => void)[];
}
