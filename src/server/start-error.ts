/** What keeps the program from starting; its message is one sentence for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
