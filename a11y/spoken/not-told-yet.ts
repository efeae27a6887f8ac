/**
 * Names of tasks for Orca that have no transcript yet. After `npm run spoken -- --only NAME` remove the name here; a test fails while this
 * list and the folder of transcripts differ.
 */
export const notToldYet: readonly string[] = [
  'Upgrade with a card that its bank asks about',
  'Go from the organizations to a project and back',
  'Change to another organization by the menu',
  'Open the menu of organizations and close it',
  'Find an invoice by the search',
  'Find nothing by the search and leave it',
  'Compare the upcoming invoice with the last',
  'Correct the dates of a search in the activity',
  'Choose who has done something in the activity',
  'Read what the last invoices cost along their chart',
  'Read the upcoming invoice by table keys',
  'Read the past invoices by table keys',
  'Read the past invoices as a list',
  'Read the plan comparison by table keys',
  'Go along the plan cards by their headings',
  'Stop charges and charge usage again',
  'Pay a debt with a new card',
  'Learn what a branch would cost',
];
