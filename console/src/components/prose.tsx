/** A text of the service: what it names in backticks is set as code. */
export function Prose({ text }: { readonly text: string }) {
  return text.split(/`([^`]+)`/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <code key={index}>{part}</code>
    ),
  );
}
