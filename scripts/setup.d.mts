export function ensureConsole(): void;
export function runPinned(args: readonly string[]): void;
