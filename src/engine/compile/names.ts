/** How a column of a scan is reached by its name: under an alias, or as one of two of that name. */
export type Names = (name: string) => string;

export function under(alias: string): Names {
  return (name) => `${alias}.${name}`;
}
