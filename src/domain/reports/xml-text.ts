export function xmlAttribute(text: string): string {
  return xmlContent(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** XML 1.0 has no way to write most control characters, lone surrogates, U+FFFE and U+FFFF. */
export function xmlContent(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (char) => (char === '\n' || char === '\t' ? char : '\ufffd'))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
