import Type from 'typebox';
import { Etag, nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';
import { DatasetFields, PreparationNotes, RowCount } from './catalog-fields.ts';
import { DatasetLocator, NewDatasetLocator } from './catalog-locators.ts';
import { OperationStatus } from './operations.ts';
import { V1Problem } from './problem.ts';

const Name = Type.String({ minLength: 1, maxLength: 255, examples: ['Orders'] });

const Zone = nullable(
  Type.String({
    minLength: 1,
    maxLength: 64,
    description:
      'The IANA time zone in which timestamps without an offset are written. Null: none is declared, and UTC is assumed.',
    examples: ['Europe/Berlin'],
  }),
);

const summary = {
  datasetUuid: Uuid,
  name: Text(255),
  sourceUuid: Uuid,
  locator: DatasetLocator,
  zone: Zone,
  state: Type.Enum(['queued', 'running', 'ready', 'failed'], { description: 'That of its preparation.' }),
  rowCount: nullable(RowCount),
  schemaHash: nullable(Text(64, 'Changes when the fields, their types or their nullability do.')),
  preparedAt: nullable(Timestamp),
  schemaChangedAt: nullable({
    ...Timestamp,
    description: 'When a preparation last found other fields than the one before.',
  }),
  preparation: V1('V1DatasetPreparation', 'The latest preparation of the dataset.', {
    operationUuid: Uuid,
    status: OperationStatus,
    error: nullable(V1Problem),
  }),
  createdAt: Timestamp,
  etag: Etag,
};

export const V1DatasetSummary = V1('V1DatasetSummary', 'A dataset, without its fields.', summary);

export const V1DatasetPage = page('V1DatasetPage', 'One page of datasets.', V1DatasetSummary);

export const V1Dataset = V1('V1Dataset', 'Something that can be compared: files, a table or a view.', {
  ...summary,
  fields: nullable(DatasetFields),
  notes: nullable(PreparationNotes),
});

export const V1CreateDataset = V1('V1CreateDataset', 'Where the dataset is, and what to call it.', {
  name: Name,
  sourceUuid: Uuid,
  locator: NewDatasetLocator,
  zone: Type.Optional(Zone),
});

export const V1UpdateDataset = V1(
  'V1UpdateDataset',
  'What to change; what is left out or null stays. Another locator prepares the dataset again.',
  {
    name: Type.Optional(nullable(Name)),
    locator: Type.Optional(nullable(NewDatasetLocator)),
    zone: Type.Optional(Zone),
  },
);
