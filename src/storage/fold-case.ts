/** Letters of either case are one to a search and to an order of names. The database's own rule depends on its locale. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}
