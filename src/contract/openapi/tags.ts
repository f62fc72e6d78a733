/** The groups of the documentation page, in the order in which a newcomer needs them. */
export const tags = [
  { name: 'Organization', description: 'The tenant, its trial and what it is entitled to.' },
  { name: 'Billing', description: 'How the Organization comes by its entitlement.' },
  { name: 'Members', description: 'The people of the Organization and their roles.' },
  { name: 'Invitations', description: 'How people become members.' },
  { name: 'Discovery sources', description: 'The systems that datasets are found in.' },
  {
    name: 'Platform connections',
    description: 'Data platforms that are connected, and how they are removed.',
  },
  { name: 'Datasets', description: 'What is compared, and how it is prepared.' },
  { name: 'Dataset pairs', description: 'Which dataset must be true to which, and what to test.' },
  { name: 'Comparisons', description: 'How two fields compare.' },
  { name: 'Validation tests', description: 'What must hold between the datasets of a pair.' },
  {
    name: 'Execution environment',
    description: "Where the Organization's work is done: an executor in its own cloud subscription.",
  },
  { name: 'Evidence', description: 'The rows that differ, read where the data is.' },
  { name: 'Runs', description: 'Tests that are run together, and what came of them.' },
  { name: 'Schedules', description: 'Runs by the clock.' },
  { name: 'Events', description: 'What happened, to be read, followed or sent.' },
  { name: 'Webhooks', description: 'Receivers that are told of events.' },
  { name: 'Notifications', description: 'Who hears of failures and changed verdicts.' },
  { name: 'Execution', description: 'How executors, and nobody else, get work and report it.' },
  { name: 'Operations', description: 'Asynchronous work and how it ended.' },
  { name: 'Description', description: 'The interface, described for machines and for people.' },
] as const;
