/** Cumulative: each role may do what the ones before it may. */
export const roles = ['reader', 'contributor', 'owner'] as const;
export type Role = (typeof roles)[number];

/** The role names that an application token carries (interface.md, section 5). */
export const applicationRoles = {
  'SVC.APIReader': 'reader',
  'SVC.APIContributor': 'contributor',
  'SVC.APIOwner': 'owner',
} as const satisfies Record<string, Role>;

/** What a person's token must carry; the person's role is that of the membership. */
export const accessRole = 'SVC.Access';

export function roleSuffices(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed);
}

/** The highest role among the names in a token, or undefined if it carries none of ours. */
export function highestApplicationRole(names: readonly string[]): Role | undefined {
  const held = names.flatMap((name) =>
    Object.hasOwn(applicationRoles, name) ? [applicationRoles[name as keyof typeof applicationRoles]] : [],
  );
  return roles.findLast((role) => held.includes(role));
}
