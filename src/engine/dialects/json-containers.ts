import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';
import { isUnreadable, listPart, mapParts, type Part, structParts } from './container-parts.ts';
import type { HashInputs, Reading } from './dialect.ts';
import { freshName } from './fresh-name.ts';
import type { Readers } from './reading-by.ts';

/** What engines spell differently that have `transform`, `array_sort`, `array_join` and `map_entries`. */
export interface JsonSpelling {
  /** A text as a string of JSON. */
  quoted(text: string): string;
  concat(texts: readonly string[]): string;
  member(struct: string, name: string): string;
  /** The key and the value of an entry of a map. */
  entryParts(entry: string): readonly [key: string, value: string];
  /** Whether a condition holds for an item of a list. */
  someItem(list: string, item: string, condition: string): string;
  textInput(text: string): HashInputs;
}

/**
 * A container is compared as one text: JSON whose leaves are the canonical texts of the values inside, quoted, so that
 * it is equal exactly where all of them are. One value inside that cannot be read makes the whole unreadable.
 */
export function jsonContainers(spelling: JsonSpelling): Pick<Readers, 'struct' | 'list' | 'map'> {
  const { quoted, concat, member, entryParts, someItem, textInput } = spelling;

  const container = (value: (x: string) => string, fallible: boolean): Reading => ({
    value,
    fallible,
    hashInputs: (_x, v) => textInput(v),
    text: (v) => v,
    position: null,
    showsRaw: true,
  });

  /** A part as JSON; a container inside is JSON already. */
  const jsonOf = ({ type, reading }: Part, x: string) => {
    const text = reading.text(reading.value(x));
    return `coalesce(${isContainer(type) ? text : quoted(text)}, 'null')`;
  };

  const joined = (texts: readonly string[]) => {
    const parts = texts.flatMap((text, index) => (index === 0 ? [text] : ["','", text]));
    return concat(["'['", ...(parts.length === 0 ? ["''"] : parts), "']'"]);
  };

  const bracketed = (list: string) => concat(["'['", `array_join(${list}, ',')`, "']'"]);

  const eachItem = (list: string, value: (item: string) => string) => {
    const item = freshName('item', list);
    return `transform(${list}, ${item} -> ${value(item)})`;
  };

  const unlessFailed = (list: string, failed: (item: string) => string, value: string) => {
    const item = freshName('item', list);
    return `CASE WHEN ${someItem(list, item, failed(item))} THEN NULL ELSE ${value} END`;
  };

  return {
    struct(column, type, readPart) {
      const parts = structParts(column, type, readPart);
      const value = (x: string) => {
        const texts = parts.map((part) => jsonOf(part, member(x, part.name)));
        const failed = parts.map(({ name, reading }) => isUnreadable(reading, member(x, name)));
        return `CASE WHEN ${[`${x} IS NULL`, ...failed].join(' OR ')} THEN NULL ELSE ${joined(texts)} END`;
      };
      return container(
        value,
        parts.some(({ reading }) => reading.fallible),
      );
    },

    list(column, element, readPart) {
      const part = listPart(column, element, readPart);
      const { fallible } = part.reading;
      const value = (x: string) => {
        const texts = eachItem(x, (item) => jsonOf(part, item));
        const text = bracketed(column.options.listOrder === 'bag' ? `array_sort(${texts})` : texts);
        return fallible ? unlessFailed(x, (item) => isUnreadable(part.reading, item), text) : text;
      };
      return container(value, fallible);
    },

    /** A map is the sorted list of its entries. */
    map(column, type, readPart) {
      const parts = mapParts(column, type, readPart);
      const fallible = parts.key.reading.fallible || parts.value.reading.fallible;
      const value = (x: string) => {
        const entries = `map_entries(${x})`;
        const texts = eachItem(entries, (entry) => {
          const [key, item] = entryParts(entry);
          return joined([jsonOf(parts.key, key), jsonOf(parts.value, item)]);
        });
        const failed = (entry: string) => {
          const [key, item] = entryParts(entry);
          return `(${isUnreadable(parts.key.reading, key)} OR ${isUnreadable(parts.value.reading, item)})`;
        };
        const text = bracketed(`array_sort(${texts})`);
        return fallible ? unlessFailed(entries, failed, text) : text;
      };
      return container(value, fallible);
    },
  };
}

function isContainer({ kind }: ComparisonType): boolean {
  return kind === 'struct' || kind === 'list' || kind === 'map';
}
