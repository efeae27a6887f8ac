/** The sandbox gateway's files can't be used as they are; the message is one sentence for the person who opened them. */
export class UnusableData extends Error {
  override readonly name = 'UnusableData';
}
