import type { ItemDelete, ItemPage, ItemUpsert } from '../model.ts';

/** What the pages of one pass have told so far. `size` grows only when a page says something that none said before. */
export class ChangeSet {
  readonly upserts: ItemUpsert[] = [];
  readonly deletes: ItemDelete[] = [];
  readonly #heard = new Map<string, string>();
  size = 0;

  get said(): Pick<ItemPage, 'upserts' | 'deletes'> {
    return { upserts: this.upserts, deletes: this.deletes };
  }

  add({ upserts, deletes }: Pick<ItemPage, 'upserts' | 'deletes'>): void {
    for (const upsert of upserts) this.#hear(upsert.item.key, JSON.stringify([upsert.item, upsert.acl]));
    for (const { key } of deletes) this.#hear(key, 'deleted');
    this.upserts.push(...upserts);
    this.deletes.push(...deletes);
  }

  #hear(key: string, what: string): void {
    if (this.#heard.get(key) === what) return;
    this.#heard.set(key, what);
    this.size++;
  }
}
