/** A type as the server spells it out (Trino client REST API, typeSignature). */
export interface TypeSignature {
  readonly rawType: string;
  readonly arguments: readonly TypeArgument[];
}

export interface TypeArgument {
  /** `LONG`, `TYPE`, or `NAMED_TYPE` for a field of a row. */
  readonly kind: string;
  readonly value: unknown;
}

interface NamedType {
  readonly fieldName?: { readonly name: string } | null;
  readonly typeSignature: TypeSignature;
}

/** A number in parentheses, such as the digits of a decimal. */
export function numberIn({ arguments: given }: TypeSignature, index: number): number | null {
  const argument = given[index];
  return argument?.kind === 'LONG' ? Number(argument.value) : null;
}

/** A type inside, such as that of an array's elements. */
export function typeIn({ arguments: given }: TypeSignature, index: number): TypeSignature {
  return given[index]?.value as TypeSignature;
}

/** The fields of a row; one without a name cannot be reached by any. */
export function fieldsIn({ arguments: given }: TypeSignature): readonly {
  readonly name: string | null;
  readonly type: TypeSignature;
}[] {
  return given.map(({ value }) => {
    const { fieldName, typeSignature } = value as NamedType;
    return { name: fieldName?.name ?? null, type: typeSignature };
  });
}

/** Fractional digits of a second that values of a native type have: more than a logical type may tell. */
export function nativeDigits(nativeType: string, otherwise: number): number {
  const digits = /^time(?:stamp)?\((\d+)\)/i.exec(nativeType)?.[1];
  return digits === undefined ? otherwise : Number(digits);
}
