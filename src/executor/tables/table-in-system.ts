import type { Connector, DescribedField } from '../../connectors/connector.ts';
import type { TableName } from '../../connectors/outbound/database-address.ts';
import type { Column } from '../../engine/plan/plan.ts';
import type { InSnapshot } from '../across/across-side.ts';
import type { Measurable } from './measure-sides.ts';
import { fieldsOfFilter } from './needed-fields.ts';
import { unlessUnsupported } from './unless-unsupported.ts';

/** A table or view as it is worked with in the system that holds it. */
export interface TableInSystem extends Measurable {
  readonly inSnapshot: InSnapshot;
}

/** Opens nothing yet. `fieldsNamed` are those of its fields that are asked for, as they were described. */
export function tableInSystem(
  connector: Connector<TableName>,
  name: TableName,
  fieldsNamed: (only: readonly string[]) => readonly DescribedField[],
): TableInSystem {
  return {
    measure: (measurement, signal) => {
      const { scan, columns } = measurement;
      const fields = fieldsNamed([
        ...columns.flatMap(topOf),
        ...fieldsOfFilter(scan.filter, scan.filterFields),
      ]);
      return unlessUnsupported(() => connector.measure(name, { fields, measurement }, { signal }));
    },
    inSnapshot: (only, signal, work) => {
      const fields = fieldsNamed(only);
      return connector.inSnapshot(name, { fields }, (snapshot) => work(snapshot, fields), { signal });
    },
  };
}

function topOf({ field }: Column): readonly string[] {
  const [step] = field.path;
  return step?.kind === 'name' ? [step.name] : [];
}
