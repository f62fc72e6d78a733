/** How many depend on something, and the first of them by name: `3 datasets (a, b, …)`. */
export function nameDependants(
  { count, names }: { readonly count: number; readonly names: readonly string[] },
  noun: string,
): string {
  const listed = names.join(', ') + (count > names.length ? ', …' : '');
  return `${count} ${noun}${count === 1 ? '' : 's'} (${listed})`;
}
