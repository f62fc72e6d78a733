const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/**
 * Whether an object in well-formed JSON names one of its own members twice. `JSON.parse` takes the last, others the
 * first: a token that two readers understand differently is refused (RFC 7519, section 4).
 */
export function hasDuplicateMember(json: string): boolean {
  const seen = new Set<string>();
  let depth = 0;
  let last = '';
  for (const [token] of json.matchAll(tokens)) {
    // A string before a colon at depth 1 is a member's name; it may be spelt with escapes.
    if (token === ':' && depth === 1) {
      const name: string = JSON.parse(last);
      if (seen.has(name)) return true;
      seen.add(name);
    }
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    last = token;
  }
  return false;
}
