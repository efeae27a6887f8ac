/** A fault that prevents the start. Its message is one sentence for the operator. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** Formats a text as one sentence on one line. Capitalizes the first word if all its letters are lower-case. */
export function asSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const begun = /^[a-z]+ /.test(line) ? line.charAt(0).toUpperCase() + line.slice(1) : line;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
