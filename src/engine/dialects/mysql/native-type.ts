/** A column's type as the catalogue of MySQL or MariaDB declares it. */
export interface MysqlType {
  /** In small letters: `bigint`, `datetime`, `varchar`. */
  readonly name: string;
  readonly unsigned: boolean;
  readonly zerofill: boolean;
  /** Digits of a decimal, bits of a bit field. */
  readonly precision: number;
  readonly scale: number;
  /** Fractional digits of a time. */
  readonly fraction: number;
  /** The `1` of tinyint(1), which is what BOOLEAN is an alias of. */
  readonly displayWidth: number | null;
  /** A text that a constraint keeps to be JSON: how MariaDB has the type. */
  readonly isJsonText: boolean;
}

/** The type as people know it. How wide a whole number is displayed says nothing of it, and newer servers leave it out. */
export function nativeTypeText(columnType: string): string {
  if (/^tinyint\(1\)/.test(columnType)) return columnType;
  return columnType.replace(/^((?:tiny|small|medium|big)?int|year)\(\d+\)/, '$1');
}
