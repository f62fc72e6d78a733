import type { TObject, TSchema } from 'typebox';
import { AppError, type FieldError } from '../../domain/app-error.ts';

/**
 * The query as an object of the schema's types. A nullable parameter that is empty or the literal `null` counts as
 * absent; a repeated or unknown one is refused, because a filter that was misspelt would silently not filter; what is
 * left out gets its default. An operation without parameters ignores whatever is appended to its address.
 */
export function readQuery(url: string, schema: TObject | undefined): Record<string, unknown> {
  if (schema === undefined) return {};
  const start = url.indexOf('?');
  const sent = new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
  const errors: FieldError[] = [];
  const query: Record<string, unknown> = {};
  for (const name of new Set(sent.keys())) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (property === undefined) {
      errors.push({
        parameter: name,
        code: 'unknown_parameter',
        detail: 'The operation has no such parameter.',
      });
    } else if (sent.getAll(name).length > 1) {
      errors.push({
        parameter: name,
        code: 'repeated_parameter',
        detail: 'The parameter may be given once.',
      });
    } else {
      const value = sent.get(name) ?? '';
      if (!isNullable(property) || (value !== '' && value !== 'null')) query[name] = typed(value, property);
    }
  }
  if (errors.length > 0) {
    throw new AppError('validation_failed', {
      detail: 'The query has parameters that cannot be accepted.',
      errors,
    });
  }
  for (const [name, property] of Object.entries<TSchema>(schema.properties)) {
    const { default: fallback = isNullable(property) ? null : undefined } = property as { default?: unknown };
    if (fallback !== undefined) query[name] ??= fallback;
  }
  return query;
}

function isNullable(schema: TSchema): boolean {
  const { anyOf } = schema as { anyOf?: readonly { type?: string }[] };
  return anyOf?.some(({ type }) => type === 'null') ?? false;
}

/**
 * Only a plain decimal integer becomes a number: `1e1`, ` 1`, `+1` and `1.0` stay text and fail validation. So does
 * whatever is neither `true` nor `false` where a boolean belongs.
 */
function typed(value: string, schema: TSchema): string | number | boolean {
  const { type, anyOf = [] } = schema as { type?: string; anyOf?: readonly { type?: string }[] };
  const types = [type, ...anyOf.map((variant) => variant.type)];
  const isInteger = /^-?(0|[1-9][0-9]{0,15})$/.test(value) && Number.isSafeInteger(Number(value));
  if (types.includes('integer') && isInteger) return Number(value);
  return types.includes('boolean') && /^(true|false)$/.test(value) ? value === 'true' : value;
}
