/** The groups of the documentation page, in the order in which a newcomer needs them. */
export const tags = [
  { name: 'Organization', description: 'The tenant, its trial and what it is entitled to.' },
  { name: 'Members', description: 'The people of the Organization and their roles.' },
  { name: 'Invitations', description: 'How people become members.' },
  { name: 'Operations', description: 'Asynchronous work and how it ended.' },
  { name: 'Description', description: 'The interface, described for machines and for people.' },
] as const;
