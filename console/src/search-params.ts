/** A value of a list under its name, or nothing. */
export function one<const Name extends string, const Value extends string>(
  name: Name,
  values: readonly Value[],
  raw: Record<string, unknown>,
): { [_ in Name]?: Value } {
  const found = values.find((value) => value === raw[name]);
  return (found === undefined ? {} : { [name]: found }) as { [_ in Name]?: Value };
}

/** A text under its name, or nothing where it is empty. Numbers count as text: the router reads `?search=12` as one. */
export function text<const Name extends string>(
  name: Name,
  raw: Record<string, unknown>,
): { [_ in Name]?: string } {
  const value = raw[name];
  const usable = (typeof value === 'string' && value !== '') || typeof value === 'number';
  return (usable ? { [name]: String(value) } : {}) as { [_ in Name]?: string };
}
