import { jsonContainers } from '../json-containers.ts';
import { textInput } from './hashes.ts';
import { identifier } from './lexical.ts';

export const readContainers = jsonContainers({
  quoted: (text) => `json_format(CAST(${text} AS JSON))`,
  concat: (texts) => texts.join(' || '),
  member: (struct, name) => `${struct}.${identifier(name)}`,
  entryParts: (entry) => [`${entry}[1]`, `${entry}[2]`],
  someItem: (list, item, condition) => `any_match(${list}, ${item} -> ${condition})`,
  textInput,
});
