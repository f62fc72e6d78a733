import { Button } from '@mantine/core';

export function RunButton() {
  return <Button>Run</Button>;
}
