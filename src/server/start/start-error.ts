/** What keeps the program from starting; its message is one sentence for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** One sentence on one line, with its full stop. A name that it begins with, such as that of a field or an address, keeps its letters. */
export function asSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const begun = /^[a-z]+ /.test(line) ? line.charAt(0).toUpperCase() + line.slice(1) : line;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
