/** What an Organization is entitled to, in words. */
export const entitlementWords = {
  trial: { label: 'Trial', sentence: 'Everything can be tried until the trial ends. What you make stays.' },
  active: { label: 'Active', sentence: 'The subscription is paid.' },
  grace: {
    label: 'Payment is due',
    sentence:
      'Everything goes on for now. An Owner should look at the payment before the period of grace ends.',
  },
  expired: {
    label: 'Ended',
    sentence:
      'Everything can be read as before; nothing can be changed or run until an Owner subscribes to a plan.',
  },
} as const;
