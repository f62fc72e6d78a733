import { cloudEventOf } from '../../src/domain/events/cloud-event.ts';
import type { EventType } from '../../src/domain/events/event-data.ts';
import { eventTypeNames, eventTypes } from '../../src/domain/events/event-types.ts';

const organization = {
  publicUrl: 'https://plumbline.example',
  orgUuid: '01980f5c-0000-7000-8000-000000000001',
};
const runUuid = '01980f5c-7a8e-7cc3-b6f5-5a1f0f0a9d11';

const example = cloudEventOf(
  {
    sequence: 42,
    eventUuid: '01980f5d-1b2c-7d3e-8f40-5a6b7c8d9e0f',
    type: 'plumbline.run.verdict_changed',
    subject: `runs/${runUuid}`,
    occurredAt: new Date('2026-03-01T09:30:00.000Z'),
    data: {
      runUuid,
      name: 'orders → ORDERS_V2 · 2026-03-01 09:29 UTC',
      scope: 'dataset_pair',
      scopeLabel: 'orders → ORDERS_V2',
      testCount: 12,
      overallStatus: 'fail',
      previousRunUuid: '01980b35-52c1-7f0a-9a11-0c2d4e6f8a10',
      previousOverallStatus: 'pass',
    },
  },
  organization,
);

export function eventsPage(): string {
  return `# Events

What happens in an Organization, as CloudEvents 1.0 in the JSON format. They are read as a list (\`GET /api/v1/events\`) or a
stream (\`GET /api/v1/events/stream\`), and sent to webhooks. [How they are ordered and kept](../explanation/events.md);
[how to be told](../how-to/be-told.md).

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`id\` is the same wherever an event is read or sent. \`subject\` is the path of the resource below \`/api/v1/\`. \`sequence\`
grows by one with every event of the Organization. \`data\` has ids, names, states and counts: never a value of a row, and no
address of a person.

${eventTypeNames.map(section).join('\n')}`;
}

function section(type: EventType): string {
  const { summary, subject, data } = eventTypes[type];
  const rows = Object.entries(data).map(([member, text]) => `| \`${member}\` | ${text} |`);
  return `## \`${type}\`\n\n${summary} Subject: \`${subject}\`.\n\n| data | |\n|---|---|\n${rows.join('\n')}\n`;
}
