import { useEffect, useMemo } from 'react';
import { announce } from '#ui/Announcer/announce.ts';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import type { TokenState } from 'virtual:design-tokens';
import { useTokens } from '#design/tokens/use-token-parts.ts';
import styles from './Problems.module.css';

type Problem = TokenState['broken'][number];

const sentence = ({ gate, file, path, reason }: Problem): string => `${file}: ${path}: ${reason} (${gate})`;

export function Problems() {
  const { broken, docs } = useTokens();
  const sentences = useMemo(() => ({ broken: broken.map(sentence), rules: docs.problems.map(sentence) }), [broken, docs]);
  useEffect(() => {
    // oxlint-disable-next-line no-console -- developers look there first
    for (const text of sentences.broken) console.error(`Design tokens: ${text}`);
    if (sentences.broken.length > 0) announce(`The token files can't be compiled. ${sentences.broken[0]}`);
  }, [sentences.broken]);
  useEffect(() => {
    // oxlint-disable-next-line no-console -- as above
    for (const text of sentences.rules) console.warn(`Design rules: ${text}`);
    if (sentences.rules.length > 0) announce(`${sentences.rules.length} design rules are broken`);
  }, [sentences.rules]);
  return (
    <>
      {sentences.broken.length > 0 && (
        <Notice variant="negative" title="The token files can't be compiled; the last good style sheet stays">
          <Sentences of={sentences.broken} />
        </Notice>
      )}
      {sentences.rules.length > 0 && (
        <Notice variant="warning" title={`Broken design rules: ${sentences.rules.length}`}>
          <Sentences of={sentences.rules} />
        </Notice>
      )}
    </>
  );
}

/** Number of problems that are initially visible. A button shows all others. */
const few = 3;

function Sentences({ of: sentences }: { of: readonly string[] }) {
  const rest = sentences.slice(few);
  return (
    <>
      <List of={sentences.slice(0, few)} />
      {rest.length > 0 && (
        <Disclosure title={`${rest.length} more`} nameSuffix=" broken rules">
          <List of={rest} />
        </Disclosure>
      )}
    </>
  );
}

function List({ of: sentences }: { of: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {sentences.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
