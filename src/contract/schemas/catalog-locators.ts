import Type from 'typebox';
import { fileFormats, textEncodings } from '../../domain/catalog/locator.ts';
import { list, nullable, V1 } from '../schema.ts';

const Path = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: "Relative to the source's root: a file, a folder or a pattern.",
  examples: ['orders/2026-*.parquet'],
});

const Format = Type.Enum([...fileFormats]);
const Encoding = Type.Enum([...textEncodings]);
const Delimiter = Type.String({ minLength: 1, maxLength: 1, examples: [';'] });
const Quote = Type.String({ pattern: '^(none|[^\\r\\n])$', maxLength: 4, description: '`none` for none.' });
const NullTexts = list(Type.String({ maxLength: 64 }), { maxItems: 16 });

const V1FileReading = V1('V1FileReading', 'How files are read; what is null is detected.', {
  format: nullable(Format),
  encoding: nullable(Encoding),
  delimiter: nullable(Delimiter),
  quote: nullable(Quote),
  escape: nullable(Quote),
  header: nullable(Type.Boolean()),
  nullTexts: nullable(NullTexts),
});

const V1NewFileReading = V1('V1NewFileReading', 'How files are to be read; what is left out is detected.', {
  format: Type.Optional(nullable(Format)),
  encoding: Type.Optional(nullable(Encoding)),
  delimiter: Type.Optional(nullable(Delimiter)),
  quote: Type.Optional(nullable(Quote)),
  escape: Type.Optional(nullable(Quote)),
  header: Type.Optional(nullable(Type.Boolean())),
  nullTexts: Type.Optional(nullable(NullTexts)),
});

const V1FilesLocator = V1('V1FilesLocator', 'Files of a folder source.', {
  kind: Type.Literal('files'),
  path: Path,
  reading: V1FileReading,
});

const V1NewFilesLocator = V1('V1NewFilesLocator', 'Files of a folder source.', {
  kind: Type.Literal('files'),
  path: Path,
  reading: Type.Optional(nullable(V1NewFileReading)),
});

const V1TableLocator = V1('V1TableLocator', 'A table or view of a database.', {
  kind: Type.Literal('table'),
  schema: Type.String({ minLength: 1, maxLength: 255, examples: ['public'] }),
  table: Type.String({ minLength: 1, maxLength: 255, examples: ['orders'] }),
});

/** Where in its source a dataset is, by kind; as it is stored and shown. */
export const DatasetLocator = Type.Union([V1FilesLocator, V1TableLocator]);

/** The same, as a request may send it. */
export const NewDatasetLocator = Type.Union([V1NewFilesLocator, V1TableLocator]);
