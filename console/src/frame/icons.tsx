import type { ReactNode } from 'react';

function icon(drawing: ReactNode) {
  return () => (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawing}
    </svg>
  );
}

export const OverviewIcon = icon(<path d="M2 13.5h12M3.5 11V7M8 11V2.5M12.5 11V5" />);
export const RunsIcon = icon(<path d="M4.5 2.8v10.4L13 8Z" />);
export const SchedulesIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.8" />
    <path d="M8 4.6V8l2.4 1.6" />
  </>,
);
export const PairsIcon = icon(
  <>
    <circle cx="3.5" cy="4" r="1.7" />
    <circle cx="12.5" cy="4" r="1.7" />
    <circle cx="3.5" cy="12" r="1.7" />
    <circle cx="12.5" cy="12" r="1.7" />
    <path d="M5.2 4h5.6M5.2 12h5.6" />
  </>,
);
export const DatasetsIcon = icon(
  <>
    <rect x="2" y="2.5" width="12" height="11" rx="1" />
    <path d="M2 6.2h12M2 9.8h12M6.5 6.2v7.3" />
  </>,
);
export const SourcesIcon = icon(
  <>
    <ellipse cx="8" cy="3.8" rx="5.5" ry="2" />
    <path d="M2.5 3.8v8.4c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2V3.8M2.5 8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2" />
  </>,
);
export const SettingsIcon = icon(
  <>
    <path d="M2 4.5h7M12.5 4.5H14M2 11.5h1.5M7 11.5h7" />
    <circle cx="10.7" cy="4.5" r="1.7" />
    <circle cx="5.3" cy="11.5" r="1.7" />
  </>,
);
export const SearchIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </>,
);
export const ArrowIcon = icon(<path d="M2.5 8h11M9.5 4l4 4-4 4" />);
export const FolderIcon = icon(<path d="M2 12.8V3.6h4.2l1.5 1.8H14v7.4Z" />);
export const FileIcon = icon(<path d="M4 1.8h5.2L12.5 5v9.2H4ZM9 2v3.2h3.3" />);
