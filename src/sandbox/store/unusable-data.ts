/** The sandbox gateway's files are unusable; the message is one sentence for the operator. */
export class UnusableData extends Error {
  override readonly name = 'UnusableData';
}
