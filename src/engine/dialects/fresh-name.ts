/** A name that an expression does not use yet: lambdas inside lambdas see the outer names. */
export function freshName(stem: string, within: string): string {
  let depth = 0;
  while (within.includes(`${stem}${depth}`)) depth += 1;
  return `${stem}${depth}`;
}
