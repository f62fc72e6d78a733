import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { AppError, type FieldError } from '../../domain/app-error.ts';

// The default of 8 is used up by the variants of a union that were not meant, before the fault that was made is found.
Settings.Set({ maxErrors: 500 });

export type Place = 'pointer' | 'parameter' | 'header';

/** Throws `validation_failed` unless the value fits. */
export type Validate = (value: unknown) => void;

/** A validator of one part of a request; compiled once, at start. */
export function validator(schema: TSchema, place: Place): Validate {
  const compiled = compile(schema);
  return (value) => {
    const fits = compiled.Check(value);
    const errors = fits
      ? unusableText(value, place)
      : describe(compiled.Errors(value) as readonly SchemaError[], place);
    if (fits && errors.length === 0) return;
    throw new AppError('validation_failed', {
      detail: place === 'pointer' ? 'The body breaks a rule.' : 'A parameter breaks a rule.',
      errors: errors.slice(0, 100),
    });
  };
}

/** Once per schema and process: that of an executor's result takes a tenth of a second. */
const compiledSchemas = new WeakMap<TSchema, ReturnType<typeof Compile>>();

function compile(schema: TSchema): ReturnType<typeof Compile> {
  const compiled = compiledSchemas.get(schema) ?? Compile(schema);
  compiledSchemas.set(schema, compiled);
  return compiled;
}

interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: Record<string, unknown>;
}

/** Keywords that only say that something else, listed too, did not fit. */
const echoes = new Set(['boolean', 'const', 'anyOf', 'allOf', 'oneOf', 'if']);

function describe(all: readonly SchemaError[], place: Place): FieldError[] {
  const found = ofMeantVariants(all);
  const telling = found.filter((error) => !echoes.has(error.keyword) && !isAboutNull(error));
  return (telling.length > 0 ? telling : found).flatMap((error) => {
    const { additionalProperties, requiredProperties } = error.params as {
      additionalProperties?: string[];
      requiredProperties?: string[];
    };
    const names = additionalProperties ?? requiredProperties;
    const detail = additionalProperties
      ? 'Unknown property.'
      : requiredProperties
        ? 'Required.'
        : sentence(error);
    const paths = names
      ? names.map((name) => `${error.instancePath}/${escapePointer(name)}`)
      : [error.instancePath];
    return paths.map((path) => ({ ...placed(path, place), code: error.keyword, detail }));
  });
}

/**
 * Of variants that a constant member tells apart (`kind`, say), only the faults of the one that was meant: what the
 * others would have wanted is of no use. Where none was meant, the constants that there are.
 */
function ofMeantVariants(found: readonly SchemaError[]): readonly SchemaError[] {
  const constants = found.filter(({ keyword }) => keyword === 'const');
  const foreign = constants.flatMap(({ schemaPath }) => variantPath.exec(schemaPath)?.[0] ?? []);
  const meant = found.filter(
    ({ schemaPath }) => !foreign.some((path) => schemaPath === path || schemaPath.startsWith(`${path}/`)),
  );
  const isTold = meant.some((error) => !echoes.has(error.keyword) && !isAboutNull(error));
  if (isTold || constants.length === 0) return meant;
  return Object.values(Object.groupBy(constants, atSamePlace)).map(oneOfConstants);
}

/** Whoever sent something meant something: that null would have been good too helps nobody. */
function isAboutNull({ keyword, params, schemaPath }: SchemaError): boolean {
  return keyword === 'type' && params.type === 'null' && /\/anyOf\/\d+$/.test(schemaPath);
}

/** The variant of a union in which a member has another constant. */
const variantPath = /^.*\/anyOf\/\d+(?=\/properties\/[^/]+$)/;

function atSamePlace({ instancePath }: SchemaError): string {
  return instancePath;
}

function oneOfConstants(constants: readonly SchemaError[] = []): SchemaError {
  const [{ schemaPath, instancePath } = { schemaPath: '', instancePath: '' }] = constants;
  const allowedValues = constants.map(({ params }) => params.allowedValue);
  return { keyword: 'enum', schemaPath, instancePath, message: '', params: { allowedValues } };
}

function sentence({ keyword, message, params }: SchemaError): string {
  if (keyword === 'enum' && Array.isArray(params.allowedValues)) {
    return `Must be one of ${params.allowedValues.join(', ')}.`;
  }
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

/**
 * Text that cannot be stored or sent on as it is: NUL, which PostgreSQL refuses, and lone surrogates, which UTF-8
 * cannot carry. Runs on values that fit their schema, whose depth is therefore bounded.
 */
function unusableText(value: unknown, place: Place, path = ''): FieldError[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return [];
    return [
      { ...placed(path, place), code: 'text_invalid', detail: 'Must not hold NUL or a lone surrogate.' },
    ];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    unusableText(member, place, `${path}/${escapePointer(name)}`),
  );
}

function placed(path: string, place: Place): Pick<FieldError, Place> {
  return { [place]: place === 'pointer' ? path : path.slice(1) };
}

/** RFC 6901, section 3. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
