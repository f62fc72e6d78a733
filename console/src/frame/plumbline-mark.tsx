/** The plumb line. */
export function PlumblineMark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M5 2.5h14M12 2.5v9"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M12 10.5l4 4-4 8-4-8Z" fill="var(--mantine-primary-color-filled)" />
    </svg>
  );
}
