import { type Account, directories } from './directories.ts';

/** No inline script or style, nothing from elsewhere, and no other page may frame these. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Files that the pages load, by their path under `/identity`. */
export const assets: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  '/assets/identity.css': {
    type: 'text/css; charset=utf-8',
    body: `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { width: min(26rem, 100% - 2rem); padding: 2rem 0; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: .875rem; font-weight: 600; margin: 1.5rem 0 .5rem; text-transform: capitalize; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
p { margin: 0 0 1rem; }
.notice { border-inline-start: .25rem solid #b45309; padding: .25rem .75rem; }
button { font: inherit; width: 100%; padding: .625rem .875rem; text-align: start; cursor: pointer;
  border: 1px solid color-mix(in srgb, currentColor 35%, transparent); border-radius: .5rem;
  background: Canvas; color: CanvasText; }
button:hover { background: color-mix(in srgb, currentColor 8%, transparent); }
button:focus-visible { outline: .1875rem solid #2563eb; outline-offset: .125rem; }
button small { display: block; }
.plain { margin-top: 1.5rem; text-align: center; }
`,
  },
  '/assets/sign-out.js': {
    type: 'text/javascript; charset=utf-8',
    body: `document.querySelector('button[name="logout"]').click();\n`,
  },
};

/** The accounts to pick from. Each button posts to an address of its own, so there is no form data to read. */
export function signInPage(path: string, accounts: readonly Account[], hint: string | undefined): string {
  const groups = directories.map(({ name }) => {
    const members = accounts.filter(({ directory }) => directory.name === name);
    return `<h2 id="${name}">${name}</h2><ul aria-labelledby="${name}">${members
      .map((account) => `<li>${accountButton(path, account, account.email === hint)}</li>`)
      .join('')}</ul>`;
  });
  return page(
    'Sign in to Plumbline',
    `<p class="notice">This is the embedded demo identity: anyone who sees this page may sign in as anyone, without a
      password. Configure an issuer of your own before others use this service.</p>
    <form method="post">${groups.join('')}
      <button class="plain" formaction="${escapeHtml(path)}/cancel">Cancel</button>
    </form>`,
  );
}

function accountButton(path: string, account: Account, focused: boolean): string {
  return `<button formaction="${escapeHtml(path)}/${account.objectId}"${focused ? ' autofocus' : ''}>${escapeHtml(
    account.displayName,
  )} <small>${escapeHtml(account.email)} · ${escapeHtml(account.note)}</small></button>`;
}

/** `form` is oidc-provider's; it has the id of the buttons below. With `immediate` it is sent without a click. */
export function signOutPage(form: string, immediate: boolean): string {
  return page(
    'Sign out of Plumbline?',
    `${form}
    <ul>
      <li><button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button></li>
      <li><button form="op.logoutForm">Stay signed in</button></li>
    </ul>
    ${immediate ? '<script src="/identity/assets/sign-out.js"></script>' : ''}`,
  );
}

export function messagePage(title: string, text: string): string {
  return page(title, `<p>${escapeHtml(text)}</p>`);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(title)}</title>
  <link rel="stylesheet" href="/identity/assets/identity.css">
</head>
<body>
  <main>
    <h1>${escapeHtml(title)}</h1>
    ${body}
  </main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
