/** Regular expressions that mean the same to RE2 and to Java, of whole texts unless they are white space. */

/** Unicode's White_Space, which is what people mean by it, as Java spells it. */
export const whiteSpace =
  '[\\t\\n\\x0B\\f\\r \\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}\\x{205F}\\x{3000}]';

export const hexShape = '([0-9A-Fa-f]{2})*';

export const base64Shape = '([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?';

export const uuidShape =
  '\\{?[0-9A-Fa-f]{8}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{4}-?[0-9A-Fa-f]{12}\\}?';

/** Numbers with at most `scale` fractional digits, zeros at the end aside. */
export function losslessShape(scale: number): string {
  const space = '[ \\t\\r\\n]*';
  const fraction = scale === 0 ? '0*' : `[0-9]{0,${scale}}0*`;
  const lone = scale === 0 ? '0+' : `([0-9]{1,${scale}}0*)`;
  return `${space}[+-]?([0-9]+(\\.${fraction})?|\\.${lone})${space}`;
}
