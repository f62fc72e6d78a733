import { InvalidArgumentError } from 'commander';
import type { FilterComparison } from '../../../domain/comparison/filter.ts';

/**
 * A filter in a small language of its own; it becomes the structured filter that the API takes, never SQL.
 *
 *     status = 'open' and (amount >= 10.5 or country in ('DE', 'FR')) and not note is null
 *
 * A field is a bare name, a path (`customer.city`) or, for any other name, in double quotes. Texts stand in single
 * quotes, a quote inside doubled; numbers, dates and true and false stand as they are.
 */
export type WhereTree =
  | { readonly all: readonly WhereTree[] }
  | { readonly any: readonly WhereTree[] }
  | { readonly not: WhereTree }
  | { readonly field: string; readonly op: string; readonly value?: WhereValue | readonly WhereValue[] };

type WhereValue = string | boolean;

export function where(text: string): WhereTree {
  const reader = new WhereReader(tokenize(text), text);
  const tree = reader.disjunction();
  reader.expectEnd();
  return tree;
}

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'symbol' | 'end';
  /** Of a quoted name the path as it is written, of a text its content. */
  readonly text: string;
  readonly at: number;
}

const tokenPattern =
  /\s*(?:(?<text>'(?:[^']|'')*')|(?<name>(?:"(?:[^"]|"")*"|[\p{L}_$][\p{L}\p{M}\p{N}_$-]*)(?:\.(?:"(?:[^"]|"")*"|[\p{L}_$][\p{L}\p{M}\p{N}_$-]*))*)|(?<literal>[-+]?[\d.][\w.:+-]*)|(?<symbol><=|>=|<>|!=|[=<>(),]))/uy;

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const rest = text.trimEnd().length;
  while (at < rest) {
    tokenPattern.lastIndex = at;
    const match = tokenPattern.exec(text);
    if (match?.groups === undefined) throw fault(text, at, 'this cannot be read');
    const { text: quoted, name, literal, symbol } = match.groups;
    const start = tokenPattern.lastIndex - (quoted ?? name ?? literal ?? symbol ?? '').length;
    at = tokenPattern.lastIndex;
    if (quoted !== undefined)
      tokens.push({ kind: 'text', text: quoted.slice(1, -1).replaceAll("''", "'"), at: start });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at: start });
    else if (literal !== undefined) tokens.push({ kind: 'word', text: literal, at: start });
    else tokens.push({ kind: 'symbol', text: symbol ?? '', at: start });
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }];
}

const comparisons: Readonly<Record<string, FilterComparison>> = {
  '=': 'eq',
  '!=': 'ne',
  '<>': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

class WhereReader {
  readonly #tokens: readonly Token[];
  readonly #text: string;
  #next = 0;

  constructor(tokens: readonly Token[], text: string) {
    this.#tokens = tokens;
    this.#text = text;
  }

  disjunction(): WhereTree {
    const parts = [this.#conjunction()];
    while (this.#takeWord('or')) parts.push(this.#conjunction());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { any: parts };
  }

  expectEnd(): void {
    if (this.#peek().kind !== 'end') throw this.#expected('and, or, or the end');
  }

  #conjunction(): WhereTree {
    const parts = [this.#negation()];
    while (this.#takeWord('and')) parts.push(this.#negation());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { all: parts };
  }

  #negation(): WhereTree {
    if (this.#takeWord('not')) return { not: this.#negation() };
    if (!this.#takeSymbol('(')) return this.#condition();
    const inner = this.disjunction();
    this.#expectSymbol(')');
    return inner;
  }

  #condition(): WhereTree {
    const field = this.#peek();
    if (field.kind !== 'name') throw this.#expected('the name of a column');
    this.#next += 1;
    return this.#rest(field.text);
  }

  #rest(field: string): WhereTree {
    const operator = this.#peek();
    const op = operator.kind === 'symbol' ? comparisons[operator.text] : undefined;
    if (op !== undefined) {
      this.#next += 1;
      return { field, op, value: this.#value() };
    }
    if (this.#takeWord('is')) {
      const isNot = this.#takeWord('not');
      if (!this.#takeWord('null')) throw this.#expected('null');
      return { field, op: isNot ? 'isNotNull' : 'isNull' };
    }
    if (this.#takeWord('not')) {
      if (!this.#isWord('in') && !this.#isWord('between') && !this.#isWord('contains'))
        throw this.#expected('in, between or contains');
      return { not: this.#rest(field) };
    }
    if (this.#takeWord('in')) return { field, op: 'in', value: this.#list() };
    if (this.#takeWord('between')) {
      const low = this.#value();
      if (!this.#takeWord('and')) throw this.#expected('and, with the greater value');
      return { field, op: 'between', value: [low, this.#value()] };
    }
    if (this.#takeWord('contains')) return { field, op: 'contains', value: this.#value() };
    if (this.#takeWord('starts')) {
      if (!this.#takeWord('with')) throw this.#expected('with');
      return { field, op: 'startsWith', value: this.#value() };
    }
    throw this.#expected('=, !=, <, <=, >, >=, in, between, contains, starts with, or is null');
  }

  #list(): readonly WhereValue[] {
    this.#expectSymbol('(');
    const values = [this.#value()];
    while (this.#takeSymbol(',')) values.push(this.#value());
    this.#expectSymbol(')');
    return values;
  }

  #value(): WhereValue {
    const token = this.#peek();
    const word = token.text.toLowerCase();
    const isTruth = token.kind === 'name' && (word === 'true' || word === 'false');
    const isNumber = token.kind === 'name' && /^(nan|infinity)$/.test(word);
    if (token.kind !== 'text' && token.kind !== 'word' && !isTruth && !isNumber) {
      throw this.#expected("a value: 'text', 12.5, 2024-01-31, true");
    }
    this.#next += 1;
    return isTruth ? word === 'true' : token.text;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: this.#text.length };
  }

  #isWord(word: string): boolean {
    const token = this.#peek();
    return token.kind === 'name' && token.text.toLowerCase() === word;
  }

  #takeWord(word: string): boolean {
    if (!this.#isWord(word)) return false;
    this.#next += 1;
    return true;
  }

  #takeSymbol(symbol: string): boolean {
    const token = this.#peek();
    if (token.kind !== 'symbol' || token.text !== symbol) return false;
    this.#next += 1;
    return true;
  }

  #expectSymbol(symbol: string): void {
    if (!this.#takeSymbol(symbol)) throw this.#expected(symbol);
  }

  #expected(what: string): InvalidArgumentError {
    return fault(this.#text, this.#peek().at, `${what} belongs here`);
  }
}

/** The filter with a mark under the place: a person sees at once what is meant. */
function fault(text: string, at: number, what: string): InvalidArgumentError {
  const line = text.replaceAll(/\s/g, ' ');
  const start = Math.min(at, line.length);
  return new InvalidArgumentError(
    `At character ${start + 1} ${what}:\n    ${line}\n    ${' '.repeat(start)}^`,
  );
}
