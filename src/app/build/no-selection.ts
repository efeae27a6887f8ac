/**
 * Stand in the built page for what tells of selected rows: the grid of past invoices has none, and every paging would ask whether one
 * has been selected.
 */
export const useGridSelectionAnnouncement = (): void => undefined;
export const useHighlightSelectionDescription = (): object => ({});
