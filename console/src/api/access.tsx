import { createContext, useContext } from 'react';
import type { Body } from './queries.ts';

export type Access = Body<'get_access'>;
type Role = Access['role'];

const levels: readonly Role[] = ['reader', 'contributor', 'owner'];

/** Whether a role includes another: they are cumulative. */
export function includesRole(held: Role, needed: Role): boolean {
  return levels.indexOf(held) >= levels.indexOf(needed);
}

export const AccessContext = createContext<Access | null>(null);

/** Who is signed in and what they may do; buttons that would be refused are not shown. */
export function useAccess(): Access & { readonly may: (needed: Role) => boolean } {
  const access = useContext(AccessContext);
  if (access === null) throw new TypeError('useAccess stands outside of the signed-in part.');
  return { ...access, may: (needed) => includesRole(access.role, needed) };
}
