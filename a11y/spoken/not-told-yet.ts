/** Tasks without a transcript. After `npm run spoken -- --only NAME`, remove NAME here. A test compares this list with the transcripts. */
export const notToldYet: readonly string[] = [
  'Upgrade with a card that its bank asks about',
  'Read the plan comparison by table keys',
  'Stop the charges of one project',
];
