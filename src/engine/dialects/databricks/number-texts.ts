import { freshName } from '../fresh-name.ts';
import { call, cast, letBe } from './lexical.ts';

/** Where 38 digits do not hold both numbers and their distance, the statement fails: a guess would be no verdict. */
export const tooWide =
  'Two numbers lie at the edge of a tolerance and have more digits than Databricks can hold exactly.';

/**
 * ECMA-262, Number::toString. The digits that Spark writes tell a double from all others but are not always the fewest
 * (Java 17 writes 2e23 as 1.9999999999999998E23), so that the first shorter number that is the same double is taken.
 */
export function doubleText(double: string): string {
  const name = freshName('written', double);
  const positive = letBe(name, cast(`abs(${double})`, 'DOUBLE'), shortestText);
  return [
    `CASE WHEN ${double} IS NULL THEN NULL WHEN isnan(${double}) THEN 'NaN'`,
    `WHEN ${double} = double('Infinity') THEN 'Infinity' WHEN ${double} = double('-Infinity') THEN '-Infinity'`,
    `WHEN ${double} = 0D THEN '0' ELSE concat(CASE WHEN ${double} < 0D THEN '-' ELSE '' END, ${positive}) END`,
  ].join(' ');
}

function shortestText(double: string): string {
  const text = cast(double, 'STRING');
  const raw = freshName('raw', double);
  return letBe(raw, partsOf(text), (parts) => {
    const [digits, point] = [`${parts}.digits`, `${parts}.point`];
    const rounded = `CAST(substr(${digits}, 1, k) AS BIGINT) + CASE WHEN substr(${digits}, k + 1, 1) >= '5' THEN 1L ELSE 0L END`;
    const candidates = `transform(sequence(1, length(${digits})), k -> named_struct('c', ${cast(rounded, 'STRING')}, 'k', k))`;
    const isSame = `CAST(concat(s.c, 'E', ${cast(`${point} - s.k`, 'STRING')}) AS DOUBLE) = ${double}`;
    return letBe('shortest', `filter(${candidates}, s -> ${isSame})[0]`, (found) =>
      letBe(
        'number',
        `named_struct('digits', trim(TRAILING '0' FROM ${found}.c), 'point', ${point} + length(${found}.c) - ${found}.k)`,
        (number) => scriptText(`${number}.digits`, `${number}.point`),
      ),
    );
  });
}

/** Digits without zeros around them, and where the point stands among them, of a positive number as Java writes it. */
function partsOf(text: string): string {
  const mantissa = `substring_index(${text}, 'E', 1)`;
  const exponent = `CASE WHEN contains(${text}, 'E') THEN CAST(substring_index(${text}, 'E', -1) AS INT) ELSE 0 END`;
  const whole = `substring_index(${mantissa}, '.', 1)`;
  const digits = `replace(${mantissa}, '.', '')`;
  const significant = `trim(LEADING '0' FROM ${digits})`;
  return call(
    'named_struct',
    "'digits'",
    `trim(TRAILING '0' FROM ${significant})`,
    "'point'",
    `length(${whole}) + ${exponent} - (length(${digits}) - length(${significant}))`,
  );
}

function scriptText(digits: string, point: string): string {
  const exponent = `concat(CASE WHEN ${point} > 0 THEN '+' ELSE '-' END, ${cast(`abs(${point} - 1)`, 'STRING')})`;
  return [
    `CASE WHEN ${point} > 21 OR ${point} < -5 THEN`,
    `concat(left(${digits}, 1), CASE WHEN length(${digits}) > 1 THEN '.' ELSE '' END, substr(${digits}, 2), 'e', ${exponent})`,
    `WHEN ${point} <= 0 THEN concat('0.', repeat('0', -${point}), ${digits})`,
    `WHEN length(${digits}) <= ${point} THEN rpad(${digits}, ${point}, '0')`,
    `ELSE concat(left(${digits}, ${point}), '.', substr(${digits}, ${point} + 1)) END`,
  ].join(' ');
}

/** How many digits after the point a number in a text needs, zeros at its end aside; NULL where its exponent is absurd. */
export function neededScale(text: string): string {
  const mantissa = `substring_index(${text}, 'e', 1)`;
  const exponent = `CASE WHEN contains(${text}, 'e') THEN try_cast(substring_index(${text}, 'e', -1) AS INT) ELSE 0 END`;
  const fraction = `CASE WHEN contains(${mantissa}, '.') THEN length(substring_index(${mantissa}, '.', -1)) ELSE 0 END`;
  const digits = `regexp_replace(${mantissa}, '[^0-9]', '')`;
  const loose = `(length(${digits}) - length(trim(TRAILING '0' FROM ${digits})))`;
  return `CASE WHEN rlike(${digits}, '^0*$') THEN 0 ELSE CAST(${fraction} - ${loose} AS BIGINT) - ${exponent} END`;
}
