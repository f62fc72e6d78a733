import { Box, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { PlumblineMark } from '../frame/plumbline-mark.tsx';

/** A page before the frame: somebody is on the way in, or out. */
export function Entrance({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Plumbline`;
  }, [title]);
  return (
    <Box component="main" mih="100dvh" display="grid" p="md" style={{ placeItems: 'center' }}>
      <Stack w="100%" maw={420} gap="md">
        <PlumblineMark size={40} />
        <Title order={1}>{title}</Title>
        {children}
      </Stack>
    </Box>
  );
}
