import { nullable, Text, Uuid, V1 } from '../schema.ts';
import { SourceSettings } from './catalog-sources.ts';

export const V1ReachableSource = V1('V1ReachableSource', 'A source with all that is needed to reach it.', {
  sourceUuid: Uuid,
  settings: SourceSettings,
  password: nullable(Text(1024)),
});
