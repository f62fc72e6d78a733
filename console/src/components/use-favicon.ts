import { useEffect } from 'react';
import type { Verdict } from '../language/verdict.ts';

const drawings: Readonly<Record<Verdict, string>> = {
  pass: '<circle cx="8" cy="8" r="7" fill="#1f9d61"/>',
  fail: '<path d="M8 0l8 8-8 8-8-8z" fill="#d92d34"/>',
  error: '<path d="M8 1l8 14H0z" fill="#d98e04"/>',
  no_results: '<circle cx="8" cy="8" r="6" fill="none" stroke="#7a8290" stroke-width="2"/>',
  running:
    '<circle cx="8" cy="8" r="6" fill="none" stroke="#2f7fe0" stroke-width="2"/><path d="M8 2a6 6 0 0 0 0 12z" fill="#2f7fe0"/>',
  pending: '<circle cx="8" cy="8" r="6" fill="none" stroke="#2f7fe0" stroke-width="2"/>',
};

/** The verdict in the tab itself, so that a Run can be left running in the background. */
export function useFavicon(verdict: Verdict | null): void {
  useEffect(() => {
    if (verdict === null) return;
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null) return;
    const before = link.href;
    const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${drawings[verdict]}</svg>`;
    link.href = `data:image/svg+xml,${encodeURIComponent(image)}`;
    return () => {
      link.href = before;
    };
  }, [verdict]);
}
