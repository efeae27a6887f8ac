type Ask<Answer> = (tokenHash: string, slug: string) => Promise<Answer>;

/**
 * Asks the same question once at a time. Who asks while an answer is under way waits for the next one, together with all
 * others that wait: the answer that each gets was read after they asked, so nothing that happened before is missed, and a
 * page that reads ten things at once asks twice and not ten times who wants to know.
 */
export function inTurns<Answer>(ask: Ask<Answer>): Ask<Answer> {
  interface Turns {
    readonly running: Promise<unknown>;
    next: Promise<Answer> | null;
  }
  const turns = new Map<string, Turns>();

  const start = (key: string, tokenHash: string, slug: string): Promise<Answer> => {
    const running = ask(tokenHash, slug);
    const turn: Turns = { running, next: null };
    turns.set(key, turn);
    const end = (): void => {
      if (turns.get(key) === turn && turn.next === null) turns.delete(key);
    };
    running.then(end, end);
    return running;
  };

  return (tokenHash, slug) => {
    const key = `${tokenHash} ${slug}`;
    const turn = turns.get(key);
    if (!turn) return start(key, tokenHash, slug);
    const begin = () => start(key, tokenHash, slug);
    turn.next ??= turn.running.then(begin, begin);
    return turn.next;
  };
}
