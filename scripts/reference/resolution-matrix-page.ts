import {
  type Binding,
  type ChoiceId,
  functionCodes,
  type Surface,
} from '../../src/domain/comparison/binding.ts';
import { canonicalTexts } from '../../src/domain/comparison/canonical-text.ts';
import { printComparisonType } from '../../src/domain/comparison/comparison-type-text.ts';
import { fieldPath } from '../../src/domain/comparison/field-path.ts';
import { patternLetters } from '../../src/domain/comparison/format.ts';
import { parseLogicalType } from '../../src/domain/comparison/logical-type-text.ts';
import type { Resolution, ResolutionInputSide } from '../../src/domain/comparison/resolution.ts';
import { diagnosticKinds } from '../../src/domain/comparison/resolve/diagnostic.ts';
import { resolveComparison } from '../../src/domain/comparison/resolve-comparison.ts';

/** One type of every kind, in the order of the grids. */
const kinds = [
  'boolean',
  'long',
  'decimal(10,2)',
  'double',
  'string',
  'date',
  'time(6)',
  'timestamp(6) naive',
  'timestamp(6) zoned',
  'uuid',
  'binary',
  'json',
  'struct<a long>',
  'list<long>',
  'map<string, long>',
  'unknown',
];

/** Pairs whose parameters matter, with the zone that each dataset declares. */
const examples: readonly (readonly [
  source: string,
  target: string,
  sourceZone?: string,
  targetZone?: string,
])[] = [
  ['long', 'decimal(10,2)'],
  ['decimal(12,4)', 'decimal(10,2)'],
  ['decimal(38,0)', 'decimal(38,10)'],
  ['decimal(38,10)', 'double'],
  ['date', 'timestamp(6) naive'],
  ['date', 'timestamp(6) zoned'],
  ['time(6)', 'time(0)'],
  ['timestamp(9) naive', 'timestamp(3) naive'],
  ['timestamp(9) zoned', 'timestamp(3) zoned'],
  ['timestamp(6) naive', 'timestamp(6) zoned'],
  ['timestamp(6) naive', 'timestamp(6) zoned', 'Europe/Berlin'],
  ['timestamp(6) naive', 'timestamp(6) naive', 'UTC', 'Europe/Berlin'],
  ['uuid', 'string'],
  ['json', 'string'],
  ['struct<a long, b date>', 'struct<b timestamp(3) naive, a decimal(4,2)>'],
  ['list<date>', 'list<timestamp(0) naive>'],
  ['list<string>', 'list<long>'],
  ['struct<a long>', 'struct<a long, b long>'],
];

/** Pairs that need a choice, one of each kind of choice. */
const choicePairs: readonly (readonly [string, string])[] = [
  ['string', 'long'],
  ['string', 'decimal(10,2)'],
  ['string', 'double'],
  ['boolean', 'long'],
  ['boolean', 'string'],
  ['string', 'date'],
  ['string', 'time(6)'],
  ['string', 'timestamp(6) naive'],
  ['string', 'timestamp(6) zoned'],
  ['long', 'date'],
  ['long', 'timestamp(6) zoned'],
  ['decimal(20,6)', 'timestamp(6) zoned'],
  ['binary', 'string'],
];

const letters: Record<ChoiceId, string> = { asPeerNumeric: 'N', asPeerDateTime: 'D', asText: 'T' };

export function resolutionMatrixPage(): string {
  return `# How two fields compare

Made by \`scripts/generate-resolution-matrix.ts\`: every line of the tables is an answer of the resolution itself. Types
are in their compact text: \`decimal(precision,scale)\`, \`timestamp(fractional digits) zoned\` or \`naive\`.

- Fields of one family compare **by themselves**, in a type that loses nothing of either but what is said below.
- Across families a **choice** must be made, because the values alone do not say what is meant: is the text \`007\` the
  number 7? Choices are \`asPeerNumeric\` (N), \`asPeerDateTime\` (D) and \`asText\` (T).
- Where a value cannot be read as the choice says, it is **unconvertible**: counted, shown, and equal to nothing. It is
  never rounded, cut or taken as NULL to make it fit.
- Source and target are alike: changing them around changes nothing else.

## Type by type

A word is the type in which the fields compare by themselves; letters are the choices; \`·\` is incompatible.

### As a value (\`valueField\`)

${grid('valueField')}

### As a join key (\`joinKey\`)

A double is no key, alone or inside a container: computed twice, the same number can differ in its last bit. It can be
matched by its text, which says that its shortest digits must be the same.

${grid('joinKey')}

## What they compare as

${table(['source', 'target', 'compared as', 'source transform', 'target transform', 'diagnostics'], examples.map(exampleRow))}

**Exact numbers** get room for the integer digits of one side and the fractional digits of the other. Up to 38 digits
that is a decimal of every engine; beyond, values are equal when their canonical decimal texts are ("by digits"). They
never pass through a double, unless the other side is one.

**Fractional seconds** are compared to the digits of the coarser side; the finer digits are **cut off**, toward the
past, and never rounded. Cutting is the one rule that DuckDB, Trino, Spark, PostgreSQL and MySQL can all do exactly, for
times before 1970 too, and cutting twice is the same as cutting once, which holds for no rounding.

**Zones.** Two zoned timestamps compare as instants, whatever their offsets. Beside a naive one, the zoned one is shown
on the clock of the zone that the naive one's dataset declares, or UTC with the warning \`zone_assumed\`; every instant
has exactly one such wall clock time, while in the hour that a clock repeats a wall clock time has two instants. So a
naive time in that hour equals either of the two. Two naive timestamps compare as written, unless both datasets declare
zones and these differ: then one is shown on the clock of the other, the one in UTC if either is, since UTC repeats no
hour.

**UUID** and **JSON** beside text need no choice: they have one text form. UUIDs compare in any letter case, with or
without dashes. JSON compares by meaning: the order of keys and white space do not count, numbers compare by value.
JSON does not compare with structs, lists and maps, where a missing field and a NULL one are the same thing.

**Structs, lists and maps** compare with the same shape only: structs have the same field names, in any order; what is
inside must compare by itself, since a choice is made for a field and not inside one.

## Choices

${table(
  ['pair', 'choice', 'source', 'target', 'format', 'lossy'],
  choicePairs.flatMap(([source, target]) => choiceRows(source, target)),
)}

*Lossy*: values that differ on one side can become equal by the choice, such as the texts \`7\` and \`007\`.

**\`asPeerNumeric\`** reads text as the number beside it: an optional sign, digits with an optional point, an optional
exponent, white space around it; no separators of thousands. \`007\` is 7, \`.5\` is 0.5, \`7.0\` beside a long is 7. A
number that the type beside it cannot hold exactly (\`7.5\` beside a long, \`1.125\` beside a decimal(10,2)) is
unconvertible. Beside a double, \`NaN\`, \`Infinity\` and \`-Infinity\` are numbers too. \`true\` is 1 and \`false\` is 0.

**\`asText\`** compares the text as it is with the one canonical text of the other value:

${table(
  ['type', 'text'],
  Object.entries(canonicalTexts).map(([kind, text]) => [kind, text]),
)}

**\`asText\` of bytes** takes an encoding: \`hex\` (either letter case, \`0x\` or \`\\x\` before it allowed) or \`base64\`
(RFC 4648, with padding, line breaks aside); both sides are brought to one spelling.

**\`asPeerDateTime\`** reads text or a number with a format. Text takes a pattern, or an epoch of whole units. A whole
number takes an epoch, or a pattern of digits alone that starts with the year (\`yyyyMMdd\`). A number with a fraction
takes an epoch; a double goes through its canonical text, to six fractional digits. A pattern without a time of day
reads a date; parts of a time that a pattern leaves out are zero.

## Formats

Patterns use letters of Java's DateTimeFormatter, which Spark shares. A letter that is not here is refused by name, with
its position. Other characters stand for themselves; letters that stand for themselves go between single quotes (\`'T'\`),
and \`''\` is a single quote. A text must match its pattern from end to end, and be a real date.

${table(
  ['letters', 'meaning'],
  [
    ...Object.entries(patternLetters).map(([name, { meaning }]) => [code(name), meaning]),
    [`${code('S')} … ${code('SSSSSSSSS')}`, 'fraction of a second, exactly so many digits'],
    [code('epoch_s'), 'seconds since 1970-01-01T00:00:00Z'],
    [code('epoch_ms'), 'milliseconds since then'],
    [code('epoch_us'), 'microseconds since then'],
    [`${code('hex')}, ${code('base64')}`, 'bytes written as text'],
  ],
)}

## Fields and observation scopes

A field is named by its path: \`customer.address.city\`, \`orders[].lines[].sku\`. A dot stands before each inner name;
\`[]\` enters the items of a list, or the entries of a map, which have \`key\` and \`value\`; \`tags[]\` is the item itself.
A name stands as it is, with spaces, \`$\` and letters of any script, unless it is empty, holds one of \`. [ ] "\` or a
control character, or begins or ends with white space: then it is quoted, with a quote inside it doubled
(\`"net.total"\`, \`"5"" pipe"\`). So every name can be written. Letter case counts.

What is observed is a row (\`root\`) or an item of a collection (\`collection\` with its path; the last \`[]\` may be left
out). An omitted scope is the innermost collection that holds the field, else the row. A scope may lie deeper than the
field, whose value then stands beside every item; it may not lie outside a collection that holds the field
(\`scope_invalid\`). Both sides must be observed equally deep, rows with rows and items with items
(\`scopes_incompatible\`), because only then do they count the same kind of thing.

## Functions

What a function can be used for follows from what the fields compare as. Here, each type beside itself:

${table(
  ['type', ...functionCodes.map((name) => name.replaceAll('_', ' '))],
  kinds.map((kind) => {
    const { allowedFunctions } = resolve(kind, kind);
    return [code(kind), ...functionCodes.map((name) => (allowedFunctions.includes(name) ? '✓' : '·'))];
  }),
)}

- \`COUNT\` compares how many values there are. It takes any two fields, converts nothing and needs no choice.
- \`COUNT_DISTINCT\` compares two counts as well, but which values are distinct depends on the type. Fields that compare
  by themselves are counted in that type, so that a lower precision, say, holds for both sides. Fields that need a
  choice are counted by it if one is made. Otherwise each side counts within its own type, also where the types are
  incompatible (a number that became a UUID must still have as many distinct values).
- \`MIN\` and \`MAX\` order text by code point, whatever the database's collation, and false before true.
- \`AVG\` and \`SUM\` need numbers, if need be by \`asPeerNumeric\`.
- A join key must compare, whatever the function.

## Diagnostics

${table(
  ['code', 'severity', 'meaning'],
  Object.entries(diagnosticKinds).map(([name, { severity, meaning }]) => [code(name), severity, meaning]),
)}
`;
}

function grid(surface: Surface): string {
  const names = kinds.map((kind) => kind.replace(/[(<].*[)>]/, ''));
  const rows = kinds.map((source, index) => [
    `**${names[index]}**`,
    ...kinds.map((target) => cell(resolve(source, target, { surface }))),
  ]);
  return table(['', ...names], rows);
}

function cell({ status, comparisonType, choices }: Resolution): string {
  if (status === 'incompatible') return '·';
  if (comparisonType === null) return choices.map(({ choiceId }) => letters[choiceId]).join(' ');
  return comparisonType.kind === 'exactNumeric' ? 'exact' : comparisonType.kind;
}

function exampleRow([source, target, sourceZone, targetZone]: (typeof examples)[number]): readonly string[] {
  const answer = resolve(source, target, { zones: [sourceZone, targetZone] });
  return [
    withZone(source, sourceZone),
    withZone(target, targetZone),
    answer.comparisonType === null ? `*${answer.status}*` : code(printComparisonType(answer.comparisonType)),
    binding(answer.source.binding),
    binding(answer.target.binding),
    answer.diagnostics.map((diagnostic) => code(diagnostic.code)).join(', '),
  ];
}

function choiceRows(source: string, target: string): readonly (readonly string[])[] {
  return resolve(source, target).choices.map((choice) => [
    `${code(source)} × ${code(target)}`,
    `${code(choice.choiceId)}: ${choice.label}`,
    binding(choice.source),
    binding(choice.target),
    choice.formatRequired ? choice.formatExamples.map(code).join(', ') : '',
    choice.lossy ? 'yes' : 'no',
  ]);
}

interface Circumstances {
  readonly surface?: Surface;
  readonly zones?: readonly [string | undefined, string | undefined];
}

function resolve(
  source: string,
  target: string,
  { surface = 'valueField', zones }: Circumstances = {},
): Resolution {
  return resolveComparison({
    surface,
    functionCode: null,
    selection: null,
    storedBinding: null,
    source: side(source, zones?.[0] ?? null),
    target: side(target, zones?.[1] ?? null),
  });
}

function side(text: string, declaredZone: string | null): ResolutionInputSide {
  const type = parseLogicalType(text);
  if (!type.ok) throw new TypeError(`${text} is not a type: ${type.fault.detail}`);
  return {
    field: fieldPath('field'),
    scope: null,
    logicalType: type.value,
    nativeType: text,
    nullable: true,
    declaredZone,
  };
}

function withZone(type: string, zone: string | undefined): string {
  return zone === undefined ? code(type) : `${code(type)} in ${zone}`;
}

function binding({ transform }: Binding): string {
  return transform === 'none' ? '' : code(transform);
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}
