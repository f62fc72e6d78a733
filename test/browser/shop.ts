import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const orders = 400;

/** Two folders with the same orders; the second has an amount in 19 and an hour in 7 of them wrong, and lacks three. */
export function writeShop(root: string): string {
  const folder = join(root, 'files');
  for (const side of ['shop', 'lake']) mkdirSync(join(folder, side), { recursive: true });
  const rows = Array.from({ length: orders }, (_, index) => orderOf(index + 1));
  writeFileSync(join(folder, 'shop', 'orders.csv'), csv(rows));
  const copied = rows
    .filter(({ order_id }) => order_id < 101 || order_id > 103)
    .map((row) => ({
      ...row,
      amount: row.order_id % 21 === 0 ? (Number(row.amount) + 0.05).toFixed(2) : row.amount,
      ordered_at: row.order_id % 57 === 0 ? row.ordered_at.replace(/ \d\d/, ' 23') : row.ordered_at,
    }));
  writeFileSync(join(folder, 'lake', 'orders.csv'), csv(copied));
  return folder;
}

function orderOf(order_id: number) {
  const day = String(1 + (order_id % 28)).padStart(2, '0');
  const hour = String(order_id % 22).padStart(2, '0');
  return {
    order_id,
    customer: `customer ${order_id % 40}`,
    amount: (10 + order_id * 1.25).toFixed(2),
    ordered_at: `2026-03-${day} ${hour}:30:00`,
    status: ['open', 'paid', 'shipped'][order_id % 3] ?? '',
  };
}

function csv(rows: readonly Readonly<Record<string, string | number>>[]): string {
  const [first = {}] = rows;
  return [Object.keys(first).join(','), ...rows.map((row) => Object.values(row).join(',')), ''].join('\n');
}
