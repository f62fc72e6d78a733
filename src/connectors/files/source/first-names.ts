/**
 * Keeps the first few of any number of names, in the order of their code units, so that a folder of a million files
 * costs the memory of one page.
 */
export class FirstNames<Item extends { readonly name: string }> {
  readonly #most: number;
  readonly #items: Item[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether a name would be kept: looking closer at others is wasted. */
  takes(name: string): boolean {
    const last = this.#items.at(-1);
    return this.#items.length < this.#most || last === undefined || name < last.name;
  }

  add(item: Item): void {
    if (!this.takes(item.name)) return;
    this.#items.splice(this.#placeOf(item.name), 0, item);
    if (this.#items.length > this.#most) this.#items.pop();
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  #placeOf(name: string): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const item = this.#items[middle];
      if (item !== undefined && item.name < name) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
