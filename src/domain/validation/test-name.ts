import type { TestDefinition } from './validation-test.ts';

/** As many names as a person takes in at a glance. */
const namesShown = 3;
const longestName = 255;

/** What a test is called unless somebody says otherwise: `VALUE of amount`. */
export function testName({ functionCode, fields }: Pick<TestDefinition, 'functionCode' | 'fields'>): string {
  if (fields.length === 0) return `${functionCode} of rows`;
  const names = fields
    .slice(0, namesShown)
    .map(({ sourceField, targetField }) =>
      sourceField.toLowerCase() === targetField.toLowerCase()
        ? sourceField
        : `${sourceField} → ${targetField}`,
    );
  const more = fields.length > namesShown ? ` and ${fields.length - namesShown} more` : '';
  return shorten(`${functionCode} of ${names.join(', ')}${more}`);
}

/** By code points, so that no character is cut in two. */
function shorten(name: string): string {
  const points = [...name];
  return points.length <= longestName ? name : `${points.slice(0, longestName - 1).join('')}…`;
}
