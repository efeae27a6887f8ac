/** Tasks without a transcript. After `npm run spoken -- --only NAME`, remove NAME here. A test compares this list with the transcripts. */
export const notToldYet: readonly string[] = [
  'Upgrade with a card that its bank asks about',
  'Read the upcoming invoice by table keys',
  'Read the past invoices by table keys',
  'Read the past invoices as a list',
  'Read the plan comparison by table keys',
  'Go along the plan cards by their headings',
  'Stop the charges of one project',
  'Stop charges and charge usage again',
];
