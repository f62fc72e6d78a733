import type { EventRecord } from '../events/cloud-event.ts';
import type { EventData } from '../events/event-data.ts';
import { escapeHtml } from '../reports/html-page.ts';

/** What is told of one event, with the page that has the rest. */
export interface Line {
  readonly text: string;
  readonly url: string;
}

/** One message about one event or several. */
export interface Message {
  readonly subject: string;
  readonly lines: readonly Line[];
}

type RunEvent = EventData['plumbline.run.finished'] | EventData['plumbline.run.verdict_changed'];

const words: Readonly<Record<string, string>> = {
  pass: 'passed',
  fail: 'failed',
  error: 'could not be decided',
  no_results: 'has no results',
};

export function messageOf(events: readonly EventRecord[], publicUrl: string): Message {
  const lines = events.map(({ data }) => lineOf(data as RunEvent, publicUrl));
  const [first] = lines;
  const subject = lines.length === 1 && first ? first.text : `${lines.length} Runs need a look`;
  return { subject: `Plumbline: ${subject}`, lines };
}

function lineOf(run: RunEvent, publicUrl: string): Line {
  const verdict = words[run.overallStatus] ?? run.overallStatus;
  const before =
    'previousOverallStatus' in run ? `, before it ${words[run.previousOverallStatus]}` : counted(run.counts);
  return { text: `${run.name} ${verdict}${before}`, url: `${publicUrl}/runs/${run.runUuid}` };
}

function counted({ fail, error }: EventData['plumbline.run.finished']['counts']): string {
  const parts = [
    ...(fail > 0 ? [`${fail} ${fail === 1 ? 'test' : 'tests'} failed`] : []),
    ...(error > 0 ? [`${error} with an error`] : []),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

const why = 'You get this because of a notification rule of your Organization.';

export function mailOf({ subject, lines }: Message): { subject: string; text: string; html: string } {
  return {
    subject,
    text: `${lines.map(({ text, url }) => `${text}\n${url}`).join('\n\n')}\n\n${why}\n`,
    html: `<ul>${lines
      .map(({ text, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`)
      .join('')}</ul><p>${why}</p>`,
  };
}

/** https://docs.slack.dev/messaging/formatting-message-text: these three and no others. */
function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** For an incoming webhook of Slack. */
export function slackOf({ subject, lines }: Message): object {
  const section = ({ text, url }: Line) => ({
    type: 'section',
    text: { type: 'mrkdwn', text: `<${url}|${slackText(text).replaceAll('|', '¦')}>` },
  });
  return { text: slackText(subject), blocks: lines.map(section) };
}

/** For a workflow of Teams that posts what its webhook receives: an Adaptive Card. */
export function teamsOf({ subject, lines }: Message): object {
  const block = ({ text, url }: Line) => ({
    type: 'TextBlock',
    wrap: true,
    // Brackets would end the text of the link.
    text: `[${text.replaceAll(/[[\]]/g, ' ')}](${url})`,
  });
  const title = { type: 'TextBlock', weight: 'Bolder', wrap: true, text: subject };
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [title, ...lines.map(block)],
        },
      },
    ],
  };
}
