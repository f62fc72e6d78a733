import {
  Badge,
  Button,
  Card,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Menu,
  Modal,
  NavLink,
  Notification,
  Paper,
  Table,
  Tooltip,
} from '@mantine/core';

/** The one accent: an ink that no verdict has. */
const plumb: MantineColorsTuple = [
  '#f1f0fc',
  '#e0def6',
  '#bebaea',
  '#9b94df',
  '#7c73d5',
  '#685fd0',
  '#5a50c4',
  '#4b43a8',
  '#423b96',
  '#373184',
];

/** The greys of the dark scheme, with a little of the accent's blue in them. */
const dark: MantineColorsTuple = [
  '#e6e9ee',
  '#c3c9d2',
  '#98a1af',
  '#6b7482',
  '#3a414c',
  '#2b3039',
  '#1a1e25',
  '#14171c',
  '#101318',
  '#0b0d11',
];

/** Some of what Mantine derives is too faint to be read on its ground (WCAG 1.4.3). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-red-light-color': '#a61e1e',
    '--mantine-color-orange-light-color': '#9a3c06',
    '--mantine-color-yellow-light-color': '#7a4b00',
    '--mantine-color-green-light-color': '#1f6b30',
  },
  dark: {
    '--mantine-color-anchor': '#b3acec',
    // What Mantine takes is nearly white: a quiet button would look like text, and one that deletes like any other.
    '--mantine-color-plumb-light-color': '#c3bdf2',
    '--mantine-color-red-light-color': '#ffb3b3',
  },
});

export const theme = createTheme({
  primaryColor: 'plumb',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  colors: { plumb, dark },
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-code)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.875rem' } },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'xs' } }),
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } }),
    Card: Card.extend({ defaultProps: { withBorder: true, padding: 'md', radius: 'md' } }),
    Paper: Paper.extend({ defaultProps: { radius: 'md' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm' } }),
    // Its placeholder for the first focus is no child that a menu may have (WAI-ARIA, menu); and what is not in the
    // portal stays inside the landmark that it belongs to.
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false, withinPortal: false } }),
    Modal: Modal.extend({
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        // A header outside of the page's sections would be a second banner of the page (WAI-ARIA, banner).
        attributes: { header: { role: 'presentation' } },
        centered: true,
        radius: 'md',
        overlayProps: { backgroundOpacity: 0.4 },
      },
    }),
    Notification: Notification.extend({
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Dismiss' },
        styles: { description: { color: 'var(--ink)' } },
      },
    }),
    NavLink: NavLink.extend({ defaultProps: { variant: 'subtle' } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 250, withArrow: true } }),
  },
});
