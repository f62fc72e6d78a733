import {
  Badge,
  Button,
  Card,
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

export const theme = createTheme({
  primaryColor: 'plumb',
  primaryShade: { light: 6, dark: 4 },
  autoContrast: true,
  colors: { plumb },
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
    // Its placeholder for the first focus is no child that a menu may have (WAI-ARIA, menu).
    Menu: Menu.extend({ defaultProps: { withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        centered: true,
        radius: 'md',
        overlayProps: { backgroundOpacity: 0.4 },
      },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } }),
    NavLink: NavLink.extend({ defaultProps: { variant: 'subtle' } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 250, withArrow: true } }),
  },
});
