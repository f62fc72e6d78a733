/** The look of the HTML report. Colours are named by meaning, once for light and once for dark. */
export const htmlStyle = `
:root {
  color-scheme: light dark;
  --page: #f6f7f9; --card: #ffffff; --ink: #1a1f29; --quiet: #5b6472; --line: #e1e5eb; --soft: #f0f2f5;
  --pass: #1a7f45; --fail: #c02637; --error: #93600a; --none: #6b7280;
  --pass-soft: #e3f4ea; --fail-soft: #fdeaec; --error-soft: #fdf3dd; --none-soft: #eef0f3;
  --source: #b4540a; --target: #2458b8; --source-soft: #fbeadb; --target-soft: #e2ebfb;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151b; --card: #1a1e26; --ink: #e8ebf0; --quiet: #9aa4b2; --line: #2b313c; --soft: #222731;
    --pass: #5cc98b; --fail: #ff7b86; --error: #e9b44c; --none: #9ca3af;
    --pass-soft: #173225; --fail-soft: #3d1d23; --error-soft: #392c12; --none-soft: #262b34;
    --source: #f0a35e; --target: #8db4ff; --source-soft: #3a2917; --target-soft: #1c2b47;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 48px; }
h1, h2, h3, p, ul, dl, dd, table { margin: 0; padding: 0; }
h2 { font-size: 17px; letter-spacing: -0.005em; margin: 36px 0 12px; }
code, .value { font: 13px/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
.quiet { color: var(--quiet); }
.shape { display: inline-block; width: 1.1em; text-align: center; }
.pass .shape, .shape.pass { color: var(--pass); } .fail .shape, .shape.fail { color: var(--fail); }
.error .shape, .shape.error { color: var(--error); } .noResults .shape, .shape.noResults { color: var(--none); }

.verdict { border-radius: 12px; padding: 24px 28px; border: 1px solid var(--line); background: var(--card); border-left: 6px solid var(--none); }
.verdict.pass { border-left-color: var(--pass); } .verdict.fail { border-left-color: var(--fail); } .verdict.error { border-left-color: var(--error); }
.verdict h1 { font-size: 30px; line-height: 1.2; letter-spacing: -0.02em; display: flex; gap: 12px; align-items: baseline; }
.verdict h1 .shape { font-size: 24px; }
.verdict .headline { font-size: 18px; margin-top: 6px; }
.sides { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 14px; margin-top: 18px; align-items: baseline; }
.sides dt { font-size: 12px; font-weight: 600; text-transform: uppercase; letter-spacing: 0.06em; }
.sides dt.source { color: var(--source); } .sides dt.target { color: var(--target); }
.sides dd { overflow-wrap: anywhere; }
.matching { margin-top: 14px; }

.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin-top: 16px; }
.figure { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px; }
.figure dt { font-size: 13px; color: var(--quiet); }
.figure dd.number { font-size: 26px; line-height: 1.25; font-weight: 600; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; margin-top: 2px; }
.figure dd.number.both { font-size: 20px; line-height: 1.3; }
.figure.fail dd.number { color: var(--fail); } .figure.error dd.number { color: var(--error); }
.figure dd.detail { font-size: 13px; color: var(--quiet); }

.balance { margin-top: 16px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px; }
.bar { display: flex; height: 14px; border-radius: 7px; overflow: hidden; background: var(--soft); gap: 2px; }
.bar span { display: block; min-width: 4px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none; margin-top: 10px; font-size: 13px; font-variant-numeric: tabular-nums; }
.legend i { display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 7px; }
.is-equal { background: var(--pass); } .is-different { background: var(--fail); }
.is-source { background: var(--source); } .is-target { background: var(--target); }

.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.card + .card { margin-top: 12px; }
.card > header { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; padding: 12px 16px; }
.card > header h3 { font-size: 15px; overflow-wrap: anywhere; }
h3 code { font-size: 14px; font-weight: 700; }
.card > header .found { font-variant-numeric: tabular-nums; }
.card > header .as { flex-basis: 100%; padding-left: calc(1.1em + 12px); font-size: 13px; color: var(--quiet); }
.rank { height: 3px; background: var(--soft); } .rank span { display: block; height: 100%; min-width: 2px; background: var(--fail); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 7px 16px; vertical-align: top; border-top: 1px solid var(--line); }
th { font-size: 12px; font-weight: 600; color: var(--quiet); white-space: nowrap; }
th.source { color: var(--source); } th.target { color: var(--target); }
td .value { min-width: 6ch; display: inline-block; }
mark { border-radius: 3px; padding: 0 1px; color: inherit; }
.source mark { background: var(--source-soft); box-shadow: inset 0 -2px 0 var(--source); }
.target mark { background: var(--target-soft); box-shadow: inset 0 -2px 0 var(--target); }
.null { font-size: 12px; color: var(--quiet); font-style: italic; }
.more { padding: 8px 16px; border-top: 1px solid var(--line); font-size: 13px; color: var(--quiet); }

.remedies { list-style: none; padding: 0 16px 12px; display: grid; gap: 4px; }
.remedies code { background: var(--soft); border-radius: 5px; padding: 2px 7px; }
.reason { padding: 0 16px 10px; }
.equal-list { display: flex; flex-wrap: wrap; gap: 6px; list-style: none; }
.equal-list li { background: var(--pass-soft); border-radius: 6px; padding: 2px 9px; }
.notes { padding-left: 20px; display: grid; gap: 6px; }
footer { margin-top: 40px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px; color: var(--quiet); display: flex; flex-wrap: wrap; gap: 4px 18px; }

@media (max-width: 600px) {
  main { padding: 16px 12px 32px; }
  .verdict { padding: 18px; } .verdict h1 { font-size: 24px; } .verdict .headline { font-size: 16px; }
  .figures { grid-template-columns: 1fr 1fr; } .figure { padding: 10px 12px; } .figure dd.number { font-size: 22px; } .figure dd.number.both { font-size: 18px; }
  .card > header .as { padding-left: 0; }
  th, td { padding: 7px 12px; }
}
@media print {
  :root { --page: #ffffff; }
  body { font-size: 11px; } main { max-width: none; padding: 0; }
  .card, .figure, .balance, .verdict { break-inside: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
