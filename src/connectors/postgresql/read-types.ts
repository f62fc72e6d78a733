import type { CompositeAttribute, PostgresqlType } from '../../engine/dialects/postgresql/native-type.ts';
import type { DatabaseSession } from '../database/database-session.ts';

/** A column or attribute as the catalogue declares it. */
export interface DeclaredType {
  readonly oid: string;
  readonly modifier: number;
  readonly dimensions: number;
}

interface CatalogueType {
  readonly schema: string;
  readonly name: string;
  /** `b`ase, `c`omposite, `d`omain, `e`num, `r`ange, `m`ultirange, `p`seudo. */
  readonly kind: string;
  readonly isArray: boolean;
  readonly element: string;
  readonly base: DeclaredType;
  readonly attributes: readonly { readonly name: string; readonly declared: DeclaredType }[];
}

/** Types of extensions that are read as if they were built in. */
const knownExtensionTypes = new Set(['citext', 'hstore']);

/** Everything that the types are made of, in one query. */
export async function readTypes(
  session: DatabaseSession,
  declared: readonly DeclaredType[],
): Promise<(type: DeclaredType) => PostgresqlType> {
  const catalogue = new Map<string, CatalogueType>();
  if (declared.length > 0) {
    for (const [oid, ...cells] of await session.query(typesQuery(declared))) {
      catalogue.set(oid ?? '', catalogueType(cells));
    }
  }
  const build = (type: DeclaredType): PostgresqlType => buildType(catalogue, type);
  return build;
}

/** An oid is a number that the server gave us. */
function typesQuery(declared: readonly DeclaredType[]): string {
  const oids = [...new Set(declared.map(({ oid }) => String(Number(oid))))].join(', ');
  return `WITH RECURSIVE reached(oid) AS (
  SELECT unnest(ARRAY[${oids}]::oid[])
  UNION
  SELECT inner_type.oid FROM reached JOIN pg_type t ON t.oid = reached.oid CROSS JOIN LATERAL (
    SELECT t.typbasetype WHERE t.typtype = 'd'
    UNION ALL SELECT t.typelem WHERE t.typcategory = 'A' AND t.typelem <> 0
    UNION ALL SELECT a.atttypid FROM pg_attribute a
      WHERE t.typtype = 'c' AND a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped
  ) AS inner_type(oid)
)
SELECT t.oid, n.nspname, t.typname, t.typtype, t.typcategory = 'A' AND t.typelem <> 0, t.typelem,
  t.typbasetype, t.typtypmod, t.typndims,
  (SELECT json_agg(json_build_array(a.attname, a.atttypid::text, a.atttypmod, a.attndims) ORDER BY a.attnum)
   FROM pg_attribute a
   WHERE t.typtype = 'c' AND a.attrelid = t.typrelid AND a.attnum > 0 AND NOT a.attisdropped)
FROM reached JOIN pg_type t ON t.oid = reached.oid JOIN pg_namespace n ON n.oid = t.typnamespace`;
}

function catalogueType(cells: readonly (string | null)[]): CatalogueType {
  const [schema, name, kind, isArray, element, base, modifier, dimensions, attributes] = cells.map(
    (cell) => cell ?? '',
  );
  const rows: readonly [string, string, number, number][] = attributes ? JSON.parse(attributes) : [];
  return {
    schema: schema ?? '',
    name: name ?? '',
    kind: kind ?? '',
    isArray: isArray === 't',
    element: element ?? '',
    base: { oid: base ?? '', modifier: Number(modifier), dimensions: Number(dimensions) },
    attributes: rows.map(([attribute, oid, typeModifier, count]) => ({
      name: attribute,
      declared: { oid, modifier: typeModifier, dimensions: count },
    })),
  };
}

function buildType(catalogue: ReadonlyMap<string, CatalogueType>, declared: DeclaredType): PostgresqlType {
  const type = catalogue.get(declared.oid);
  if (type === undefined) throw new TypeError(`The catalogue has no type ${declared.oid}.`);
  const { schema, name, kind } = type;
  if (type.isArray) {
    const element = buildType(catalogue, { oid: type.element, modifier: declared.modifier, dimensions: 0 });
    return { kind: 'array', element, dimensions: declared.dimensions };
  }
  switch (kind) {
    case 'd':
      // A domain has its own modifier, and so has a column of it only where the domain has none.
      return buildType(catalogue, type.base);
    case 'e':
      return { kind: 'enum' };
    case 'r':
    case 'm':
      return { kind: 'range' };
    case 'c':
      return {
        kind: 'composite',
        attributes: type.attributes.map((attribute) => attributeOf(catalogue, attribute)),
      };
    case 'b':
      if (schema === 'pg_catalog' || knownExtensionTypes.has(name)) {
        return { kind: 'base', schema, name, modifier: declared.modifier };
      }
      return { kind: 'other', name };
    default:
      return { kind: 'other', name };
  }
}

function attributeOf(
  catalogue: ReadonlyMap<string, CatalogueType>,
  { name, declared }: CatalogueType['attributes'][number],
): CompositeAttribute {
  return { name, type: buildType(catalogue, declared) };
}
