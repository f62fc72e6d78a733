/** The members of a request that were sent: null and absent mean the same. */
export function present<Body extends object>(
  body: Body,
): { [Member in keyof Body]?: NonNullable<Body[Member]> } {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && value !== undefined),
  ) as { [Member in keyof Body]?: NonNullable<Body[Member]> };
}
