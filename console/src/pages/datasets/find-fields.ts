/** A field with what is inside of it. */
interface Nested<Field> {
  readonly name: string;
  readonly children: readonly Field[] | null;
}

/**
 * Fields whose name holds the text, whatever its case, with the containers that lead to them. A container that is named
 * so itself keeps all that is inside.
 */
export function findFields<Field extends Nested<Field>>(
  fields: readonly Field[],
  text: string,
): readonly Field[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return fields;
  return fields.flatMap((field) => {
    if (field.name.toLowerCase().includes(wanted)) return [field];
    const children = field.children === null ? [] : findFields(field.children, wanted);
    return children.length === 0 ? [] : [{ ...field, children }];
  });
}
