import { useEffect, useRef, useState } from 'react';
import { TextLink } from '#ui/TextLink/TextLink.tsx';
import { designAddresses } from '#design/addresses.ts';
import { findPairs } from '#design/board/find-pairs.ts';
import { OwnFrame } from '#design/gallery/OwnFrame.tsx';
import { useSettings } from '#design/gallery/settings.ts';
import { Stage } from '#design/gallery/Stage.tsx';
import { applyModes } from '#design/modes/apply-modes.ts';
import { brokenPairs } from '#design/tokens/pairs.ts';
import { useTokens } from '#design/tokens/use-token-parts.ts';
import { scenarioAddress, type Scenario } from '#a11y/states/scenarios.ts';
import { fitFrame, framedDocument, isolateSection } from './framed-page.ts';
import styles from './SectionFrame.module.css';

interface SectionFrameProps {
  readonly scenario: Scenario;
  readonly title: string;
  readonly anchor: string | null;
}

/** Shows a state of a section in a frame. The frame loads the page of an organization and hides everything except the section. */
export function SectionFrame({ scenario, title, anchor }: SectionFrameProps) {
  const { modes } = useSettings();
  const { docs } = useTokens();
  const frame = useRef<HTMLIFrameElement>(null);
  const [page, setPage] = useState<Document | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [broken, setBroken] = useState<readonly string[]>([]);
  const address = designAddresses.frame(scenario.member, scenarioAddress(scenario));

  useEffect(() => {
    if (!page) return undefined;
    applyModes(page, modes);
    const marking = requestAnimationFrame(() => setBroken(findPairs(page.body, brokenPairs(docs)).map(({ sentence }) => sentence)));
    return () => cancelAnimationFrame(marking);
  }, [page, modes, docs]);

  function onLoad() {
    const element = frame.current;
    const loaded = element && framedDocument(element, address);
    if (!loaded) return;
    const isThere = anchor === null || isolateSection(loaded, anchor);
    if (anchor !== null && isThere) fitFrame(element, loaded);
    setIsMissing(!isThere);
    setPage(loaded);
  }

  return (
    <figure className={styles.root} data-marked={broken.length > 0 || undefined}>
      <figcaption className={styles.caption}>
        <span className={styles.state}>{broken.length > 0 ? `${scenario.state}: broken` : scenario.state}</span>
        <span>{`${scenario.member} of ${scenario.organization}`}</span>
        <TextLink href={address} opensInNewTab nameSuffix={`, ${title}, ${scenario.state}`}>
          Open
        </TextLink>
        {broken.length > 0 && (
          <ul className={styles.broken}>
            {broken.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </figcaption>
      {isMissing && <p className={styles.missing}>This page does not show the section.</p>}
      <Stage>
        <OwnFrame
          ref={frame}
          title={`${title}: ${scenario.state}`}
          src={address}
          loading="lazy"
          className={styles.frame}
          data-whole={anchor === null || isMissing || undefined}
          onLoad={onLoad}
        />
      </Stage>
    </figure>
  );
}
