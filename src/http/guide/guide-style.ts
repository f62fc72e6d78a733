/** One style for all pages; light and dark are the reader's choice. Colours keep a contrast of 4.5 to 1 or more. */
export const guideStyle = `:root {
  color-scheme: light dark;
  --text: #1c2127; --soft: #59636e; --line: #d8dee4; --raised: #f4f6f8; --page: #ffffff; --link: #0b5cad;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #dfe4ea; --soft: #9aa5b1; --line: #353c45; --raised: #1d2229; --page: #14181d; --link: #79b8ff; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.65 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: 0.2em; text-decoration-thickness: 0.06em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }

header { display: flex; gap: 1.25rem; padding: 0.8rem 1.25rem; border-bottom: 1px solid var(--line); }
header a { color: var(--soft); text-decoration: none; }
header a:hover { text-decoration: underline; }
header .home { margin-right: auto; color: var(--text); font-weight: 650; }

main { min-width: 0; padding: 0.5rem 1.25rem 3rem; }
article { max-width: 46rem; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: 1.9rem; margin: 1.2rem 0 1rem; }
h2 { font-size: 1.3rem; margin: 2.4rem 0 0.6rem; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 0.4rem; }
article :is(h1, h2, h3) a { color: inherit; text-decoration: none; }
article :is(h1, h2, h3) a:hover { text-decoration: underline; }
p, ul, ol { margin: 0.8rem 0; }
li { margin: 0.25rem 0; }
img { display: block; max-width: 100%; height: auto; margin: 1.2rem 0; border: 1px solid var(--line); border-radius: 8px; }

code { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
:not(pre) > code { padding: 0.1em 0.3em; border-radius: 4px; background: var(--raised); overflow-wrap: anywhere; }
pre { margin: 1rem 0; padding: 0.85rem 1rem; border-radius: 8px; background: var(--raised); overflow-x: auto; }
pre code { white-space: pre; }
pre b { font-weight: 650; }

.table { margin: 1rem 0; overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.94rem; line-height: 1.5; }
th, td { padding: 0.45rem 0.9rem 0.45rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td { min-width: 7rem; }
td code { overflow-wrap: normal; }

.neighbours { display: flex; justify-content: space-between; gap: 2rem; max-width: 46rem; margin-top: 3rem;
  padding-top: 1rem; border-top: 1px solid var(--line); }
.neighbours [rel=prev]::before { content: '← '; }
.neighbours [rel=next]::after { content: ' →'; }

nav { padding: 0.5rem 1.25rem 2rem; border-top: 1px solid var(--line); }
nav h2 { margin: 1.4rem 0 0.3rem; color: var(--soft); font-size: 0.85rem; font-weight: 600; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li { margin: 0; }
nav a { display: block; padding: 0.2rem 0; line-height: 1.4; color: var(--text); text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav [aria-current] { color: var(--link); font-weight: 650; }

@media (min-width: 62rem) {
  header .contents { display: none; }
  .columns { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
  main { grid-column: 2; grid-row: 1; padding-left: 3rem; }
  nav { grid-column: 1; grid-row: 1; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto;
    border-top: 0; }
}
@media print { header, nav, .neighbours { display: none; } }
`;
