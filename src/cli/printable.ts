/** Names and messages can hold what steers a terminal. */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu,
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
