import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { connectService, queryClient } from './api/service.ts';
import { NoEntry } from './entry/no-entry.tsx';
import { SignedIn } from './entry/signed-in.tsx';
import { SignedOut } from './entry/signed-out.tsx';
import { readConsoleConfig } from './session/console-config.ts';
import { openSession, signedOutPath } from './session/session.ts';
import { cssVariables, theme } from './theme.ts';

/** The page's nonce: the content security policy lets in no style element that does not carry it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// The scroll lock of dialogs makes a style element too, and looks for the nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

function render(content: ReactNode): void {
  const place = document.getElementById('root');
  if (place === null) throw new TypeError('The page has no place for the console.');
  createRoot(place).render(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        {content}
      </QueryClientProvider>
    </MantineProvider>,
  );
}

async function start(): Promise<void> {
  if (location.pathname === signedOutPath) return render(<SignedOut />);
  try {
    const session = await openSession(await readConsoleConfig());
    connectService(session);
    render(<SignedIn session={session} />);
  } catch (error) {
    render(<NoEntry error={error} />);
  }
}

await start();
