import { textLiteral } from './lexical.ts';

export function writeParquet(query: string, file: string): string {
  return `COPY (${query}) TO ${textLiteral(file)} (FORMAT parquet, COMPRESSION zstd)`;
}
