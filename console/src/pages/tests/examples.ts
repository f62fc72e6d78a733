/** Two values and whether they agree. */
export interface Example {
  readonly left: string;
  readonly right: string;
  readonly equal: boolean;
}

const NULL = 'NULL';

const byType: readonly (readonly [RegExp, readonly Example[]])[] = [
  [
    /^(long|decimal|exact|number)/,
    [
      { left: '1.10', right: '1.1', equal: true },
      { left: '0.1', right: '0.10000000001', equal: false },
      { left: '0', right: NULL, equal: false },
    ],
  ],
  [
    /^double/,
    [
      { left: '0.1', right: '1e-1', equal: true },
      { left: 'NaN', right: 'NaN', equal: true },
      { left: '0.3', right: '0.30000000000000004', equal: false },
    ],
  ],
  [
    /^(string|text)/,
    [
      { left: 'Straße', right: 'Straße', equal: true },
      { left: 'Paid', right: 'paid', equal: false },
      { left: 'paid', right: 'paid ', equal: false },
    ],
  ],
  [
    /^date/,
    [
      { left: '2026-03-01', right: '2026-03-01', equal: true },
      { left: '2026-03-01', right: '2026-03-02', equal: false },
      { left: '2026-03-01', right: NULL, equal: false },
    ],
  ],
  [
    /^timestamp.*zoned/,
    [
      { left: '09:30+01:00', right: '08:30Z', equal: true },
      { left: '09:30+01:00', right: '09:30Z', equal: false },
      { left: '09:30Z', right: NULL, equal: false },
    ],
  ],
  [
    /^timestamp/,
    [
      { left: '2026-03-01 00:00:00', right: '2026-03-01', equal: true },
      { left: '2026-03-01 09:30:00', right: '2026-03-01', equal: false },
      { left: '2026-03-01 09:30:00', right: NULL, equal: false },
    ],
  ],
  [
    /^boolean/,
    [
      { left: 'true', right: 'true', equal: true },
      { left: 'true', right: 'false', equal: false },
      { left: 'false', right: NULL, equal: false },
    ],
  ],
];

/** What will be equal and what will not, for the type that both sides are compared in; none for what is rare. */
export function examplesOf(comparisonType: string): readonly Example[] {
  return byType.find(([pattern]) => pattern.test(comparisonType))?.[1] ?? [];
}
