import { jsonContainers } from '../json-containers.ts';
import { textInput } from './hashes.ts';
import { call, identifier, withoutMatches } from './lexical.ts';

/** Only a container is made JSON; the brackets around its one text are taken off again. */
export function quoted(text: string): string {
  return withoutMatches(`to_json(array(${text}))`, '^\\[|\\]$');
}

export const readContainers = jsonContainers({
  quoted,
  concat: (texts) => call('concat', ...texts),
  member: (struct, name) => `${struct}.${identifier(name)}`,
  entryParts: (entry) => [`${entry}.key`, `${entry}.value`],
  someItem: (list, item, condition) => `exists(${list}, ${item} -> ${condition})`,
  textInput,
});
