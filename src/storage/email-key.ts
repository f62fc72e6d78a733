/**
 * What makes two addresses the same person's: the case does not count. Made here and not by lower(), which follows the
 * database's locale.
 */
export function emailKey<Address extends string | null>(
  address: Address,
): Address extends null ? null : string;
export function emailKey(address: string | null): string | null {
  return address === null ? null : address.toLowerCase();
}
