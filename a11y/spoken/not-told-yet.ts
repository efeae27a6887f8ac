/** Tasks without a transcript. After `npm run spoken -- --only NAME`, remove NAME here. A test compares this list with the transcripts. */
export const notToldYet: readonly string[] = [];
