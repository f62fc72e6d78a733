/**
 * What no function of Trino does, as routines that a statement brings along (Trino documentation, SQL routines). They
 * are compiled like any expression, and run where the data is.
 */
export interface Routine {
  readonly name: string;
  /** From the name on: `name(x double) RETURNS …`. */
  readonly definition: string;
}

/**
 * ECMA-262, Number::toString, out of the digits of Java's Double.toString; Trino's own cast writes more than are needed
 * (1.9999999999999998E23 for 2e23), and so did Java before 19. What is left over is rounded off, a digit at a time: at the
 * least where Java writes two digits for one (4.9E-324 for 5e-324).
 */
export const doubleText: Routine = {
  name: 'plumbline_double_text',
  definition: `plumbline_double_text(x double) RETURNS varchar DETERMINISTIC
BEGIN
  DECLARE written, sign, digits, shorter varchar; DECLARE point bigint;
  IF x IS NULL THEN RETURN NULL; END IF;
  IF x = 0e0 THEN RETURN '0'; END IF;
  IF is_nan(x) OR is_infinite(x) THEN RETURN CAST(x AS varchar); END IF;
  SET sign = IF(x < 0e0, '-', '');
  SET written = format('%s', abs(x));
  SET digits = split_part(written, 'E', 1);
  SET point = strpos(digits, '.') - 1 + IF(strpos(written, 'E') > 0, CAST(split_part(written, 'E', 2) AS bigint), 0);
  SET digits = replace(digits, '.', '');
  SET point = point - (length(digits) - length(regexp_replace(digits, '^0+', '')));
  SET digits = regexp_replace(regexp_replace(digits, '^0+', ''), '0+$', '');
  shorten: LOOP
    IF length(digits) = 1 THEN LEAVE shorten; END IF;
    SET shorter = CAST((CAST(digits AS bigint) + 5) / 10 AS varchar);
    IF CAST(shorter || 'E' || CAST(point - length(digits) + 1 AS varchar) AS double) <> abs(x) THEN LEAVE shorten; END IF;
    SET point = point - length(digits) + 1 + length(shorter);
    SET digits = regexp_replace(shorter, '0+$', '');
  END LOOP;
  IF point > 21 OR point < -5 THEN
    RETURN sign || substr(digits, 1, 1) || IF(length(digits) > 1, '.' || substr(digits, 2), '')
      || 'e' || IF(point > 0, '+', '-') || CAST(abs(point - 1) AS varchar);
  END IF;
  IF point <= 0 THEN RETURN sign || '0.' || rpad('', -point, '0') || digits; END IF;
  IF length(digits) <= point THEN RETURN sign || rpad(digits, point, '0'); END IF;
  RETURN sign || substr(digits, 1, point) || '.' || substr(digits, point + 1);
END`,
};

/** A number without its exponent, every digit kept; NULL where it would be longer than any decimal. */
export const plainNumber: Routine = {
  name: 'plumbline_plain_number',
  definition: `plumbline_plain_number(x varchar) RETURNS varchar DETERMINISTIC
BEGIN
  DECLARE written varchar; DECLARE sign varchar; DECLARE digits varchar; DECLARE point bigint; DECLARE dot bigint;
  IF x IS NULL THEN RETURN NULL; END IF;
  SET written = lower(regexp_replace(x, '[ \\t\\r\\n+]', ''));
  SET sign = IF(substr(written, 1, 1) = '-', '-', '');
  IF sign = '-' THEN SET written = substr(written, 2); END IF;
  SET digits = split_part(written, 'e', 1);
  SET dot = strpos(digits, '.');
  IF length(split_part(written, 'e', 2)) > 5 THEN RETURN NULL; END IF;
  SET point = IF(dot = 0, length(digits), dot - 1) + CAST(split_part(written, 'e', 2) AS bigint);
  SET digits = replace(digits, '.', '');
  SET point = point - (length(digits) - length(regexp_replace(digits, '^0+', '')));
  SET digits = regexp_replace(regexp_replace(digits, '^0+', ''), '0+$', '');
  IF digits = '' THEN RETURN '0'; END IF;
  IF point > 38 OR point < -38 THEN RETURN NULL; END IF;
  IF point <= 0 THEN RETURN sign || '0.' || rpad('', -point, '0') || digits; END IF;
  IF length(digits) <= point THEN RETURN sign || rpad(digits, point, '0'); END IF;
  RETURN sign || substr(digits, 1, point) || '.' || substr(digits, point + 1);
END`,
};

/** Where 38 digits do not hold both numbers and their distance, the statement fails: a guess would be no verdict. */
export const tooWide =
  'Two numbers lie at the edge of a tolerance and have more digits than Trino can hold exactly.';

/** Fractional digits in which doubles are looked at exactly. */
export const doubleDigits = 18;

/** The decimal that the text of a double says, with all its digits. */
export const exactDouble: Routine = {
  name: 'plumbline_exact_double',
  definition: `plumbline_exact_double(x varchar) RETURNS decimal(38, ${doubleDigits}) DETERMINISTIC
BEGIN
  DECLARE fraction bigint;
  IF x IS NULL THEN RETURN NULL; END IF;
  SET fraction = length(split_part(split_part(x, 'e', 1), '.', 2));
  IF strpos(x, 'e-') > 0 THEN SET fraction = fraction + CAST(split_part(x, 'e-', 2) AS bigint); END IF;
  IF strpos(x, 'e+') > 0 OR fraction > ${doubleDigits} OR length(split_part(x, '.', 1)) > ${38 - doubleDigits} THEN
    RETURN CAST(fail('${tooWide}') AS decimal(38, ${doubleDigits}));
  END IF;
  RETURN CAST(x AS decimal(38, ${doubleDigits}));
END`,
};

/** By kind of tolerance and digits after the point; a routine's arguments have one type each. */
export function pairsWithinName(kind: 'absolute' | 'relative', scale: number): string {
  return `plumbline_pairs_within_${kind}_${scale}`;
}

/** Digits of the tolerance; a ratio is multiplied, and leaves the product room in 38 digits. */
export const amountDigits = {
  absolute: { precision: 38, scale: 18 },
  relative: { precision: 20, scale: 12 },
} as const;

/** As `pairsWithinTolerance` does: both in ascending order, always pairing the lowest two that agree. */
function pairsWithin(kind: 'absolute' | 'relative', scale: number): Routine {
  const name = pairsWithinName(kind, scale);
  const amount = amountDigits[kind];
  const list = `array(decimal(38, ${scale}))`;
  const allowed = kind === 'absolute' ? 'amount' : 'amount * greatest(abs(a), abs(b))';
  return {
    name,
    definition: `${name}(sources ${list}, targets ${list}, amount decimal(${amount.precision}, ${amount.scale})) RETURNS bigint DETERMINISTIC
BEGIN
  DECLARE i, j bigint DEFAULT 1; DECLARE pairs bigint DEFAULT 0;
  DECLARE a, b decimal(38, ${scale}); DECLARE lower_sources, lower_targets ${list};
  IF sources IS NULL OR targets IS NULL THEN RETURN 0; END IF;
  SET lower_sources = array_sort(sources);
  SET lower_targets = array_sort(targets);
  WHILE i <= cardinality(sources) AND j <= cardinality(targets) DO
    SET a = element_at(lower_sources, i);
    SET b = element_at(lower_targets, j);
    IF abs(a - b) <= ${allowed} THEN
      SET pairs = pairs + 1;
      SET i = i + 1;
      SET j = j + 1;
    ELSEIF a < b THEN
      SET i = i + 1;
    ELSE
      SET j = j + 1;
    END IF;
  END WHILE;
  RETURN pairs;
END`,
  };
}

/** The routines that a statement calls, to stand before it. */
function routinesOf(sql: string): readonly Routine[] {
  const named = [doubleText, plainNumber, exactDouble].filter(({ name }) => sql.includes(`${name}(`));
  const pairing = new Set(
    sql.matchAll(/plumbline_pairs_within_(absolute|relative)_(\d+)/g).map(([name]) => name),
  );
  return [
    ...named,
    ...[...pairing].map((name) => {
      const [, kind, scale] = /_(absolute|relative)_(\d+)$/.exec(name) ?? [];
      return pairsWithin(kind === 'relative' ? 'relative' : 'absolute', Number(scale));
    }),
  ];
}

/** A statement behind the routines that it calls. */
export function withRoutines(sql: string): string {
  const routines = routinesOf(sql).map(({ definition }) => `FUNCTION ${definition}`);
  return routines.length === 0 ? sql : `WITH ${routines.join(',\n')}\n${sql}`;
}
