/** A member of a resource that is not what somebody saw. */
export interface ChangedMember {
  readonly name: string;
  readonly seen: string;
  readonly now: string;
}

/** What every change changes says nothing about it. */
const uninteresting = new Set(['etag', 'updatedAt', 'version']);

/** What of a resource is other now than it was seen; of members that were seen only. */
export function changedMembers(seen: object, now: object): readonly ChangedMember[] {
  const current = new Map<string, unknown>(Object.entries(now));
  return Object.entries(seen)
    .filter(([name]) => current.has(name) && !uninteresting.has(name))
    .map(([name, value]) => ({ name: wordsOf(name), seen: textOf(value), now: textOf(current.get(name)) }))
    .filter((member) => member.seen !== member.now);
}

/** `displayName` is `display name`. */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
