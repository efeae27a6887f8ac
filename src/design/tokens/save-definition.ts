import { useCallback, useRef, useState } from 'react';
import { designAddresses } from '#design/addresses.ts';
import type { Definition } from './definition.ts';

interface Problem {
  readonly file: string;
  readonly path: string;
  readonly reason: string;
}

/** Resolves to null after an abort, and if the token files can't be read. */
export async function loadDefinitions(path: string, signal: AbortSignal): Promise<readonly Definition[] | null> {
  try {
    const answer = await fetch(designAddresses.definitions(path), { signal });
    return answer.ok ? ((await answer.json()) as readonly Definition[]) : null;
  } catch {
    return null;
  }
}

/** Resolves to null if the definition was saved, otherwise to an error message. */
async function write({ file, path, value }: Definition): Promise<string | null> {
  const answer = await fetch(designAddresses.define, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ file, path, value }),
  });
  const { problems } = (await answer.json()) as { problems: readonly Problem[] };
  return problems.length === 0 ? null : problems.map((problem) => `${problem.file}: ${problem.path}: ${problem.reason}`).join(' ');
}

/** Saves changes one after the other. If several changes arrive during a save, only the last of them is saved. */
export function useSaving(): { save: (definition: Definition) => void; refusal: string | null } {
  const [refusal, setRefusal] = useState<string | null>(null);
  const waiting = useRef<Definition | null>(null);
  const isWriting = useRef(false);
  const save = useCallback((definition: Definition) => {
    waiting.current = definition;
    if (!isWriting.current) void drain();
    async function drain() {
      isWriting.current = true;
      try {
        for (let next = take(); next !== null; next = take()) setRefusal(await write(next));
      } catch {
        setRefusal("The development server can't be reached; nothing was written.");
      } finally {
        isWriting.current = false;
      }
    }
    function take() {
      const next = waiting.current;
      waiting.current = null;
      return next;
    }
  }, []);
  return { save, refusal };
}
