import type { Role } from '../../domain/roles.ts';

export interface InvitationLetter {
  readonly organizationName: string;
  readonly role: Role;
  readonly expiresAt: Date;
  /** Carries the one-time secret behind `#`, which browsers do not send to any server and no log records. */
  readonly link: string;
}

export interface InvitationMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const mayDo: Readonly<Record<Role, string>> = {
  reader: 'see its datasets, Runs and results',
  contributor: 'see everything, change tests and run them',
  owner: 'do everything, including its members and settings',
};

/** The letter that invites a person. */
export function invitationMessage({
  organizationName,
  role,
  expiresAt,
  link,
}: InvitationLetter): InvitationMessage {
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const invited = `You are invited to the Organization "${organizationName}" in Plumbline as ${role}: you may ${mayDo[role]}.`;
  const how = 'Open the link with a work or school account of the same directory.';
  return {
    subject: `Invitation to ${organizationName.replaceAll(/\s+/g, ' ')} in Plumbline`,
    text: `${invited}\n\n${how} It is good once, until ${until}.\n\n${link}\n`,
    html:
      `<p>${escapeHtml(invited)}</p><p><a href="${escapeHtml(link)}">Accept the invitation</a></p>` +
      `<p>${how} It is good once, until ${until}.</p>`,
  };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
