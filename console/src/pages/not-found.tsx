import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from '../components/page.tsx';

export function NotFound() {
  return (
    <Page title="Not found">
      <EmptyState
        title="There is nothing at this address"
        action={
          <Button component={Link} to="/">
            Go to the overview
          </Button>
        }
      >
        What it led to may have been deleted, or the address was cut short on its way here.
      </EmptyState>
    </Page>
  );
}
