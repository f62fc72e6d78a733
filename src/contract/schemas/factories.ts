import Type from 'typebox';
import { nullable, page, Text, Timestamp, Uuid, V1 } from '../schema.ts';

export const V1FactorySettings = V1('V1FactorySettings', 'A data factory, as the options list it.', {
  kind: Type.Literal('factory'),
  subscriptionId: Uuid,
  resourceGroup: Type.String({ minLength: 1, maxLength: 90 }),
  factoryName: Type.String({ minLength: 3, maxLength: 63, examples: ['contoso-factory'] }),
});

export const V1FactoryOption = V1('V1FactoryOption', 'A data factory that can be registered as a source.', {
  subscriptionId: Uuid,
  subscriptionName: nullable(Text(255)),
  resourceGroup: Text(90),
  factoryName: Text(63),
  location: nullable(Text(64)),
  refreshedAt: Timestamp,
});

export const V1FactoryOptionPage = page(
  'V1FactoryOptionPage',
  'One page of data factories, as the last refresh found them.',
  V1FactoryOption,
);
