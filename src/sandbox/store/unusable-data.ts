/** Thrown if the files of the sandbox gateway are unusable. The message is one sentence for the operator. */
export class UnusableData extends Error {
  override readonly name = 'UnusableData';
}
