import type { Static } from 'typebox';
import type { readFactoryOptions } from '../../app/factories/read-factories.ts';
import type { V1FactoryOption } from '../../contract/schemas/factories.ts';

type FactoryOption = Awaited<ReturnType<typeof readFactoryOptions>>['items'][number];

export function factoryOptionView({
  optionKey: _,
  refreshedAt,
  ...option
}: FactoryOption): Static<typeof V1FactoryOption> {
  return { ...option, refreshedAt: refreshedAt.toISOString() };
}
