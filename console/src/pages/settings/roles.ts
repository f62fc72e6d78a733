/** The roles in words: each may do what the ones before it may. */
export const roles = [
  { value: 'reader', label: 'Reader', hint: 'sees everything' },
  { value: 'contributor', label: 'Contributor', hint: 'registers data, writes tests, runs them' },
  { value: 'owner', label: 'Owner', hint: 'also adds sources, people and plans' },
] as const;

export type RoleName = (typeof roles)[number]['value'];

export function roleLabel(role: RoleName): string {
  return roles.find(({ value }) => value === role)?.label ?? role;
}
