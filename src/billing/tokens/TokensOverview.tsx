import { useEffect, useState } from 'react';
import { organizationUpdate, subscriptionsRead, subscriptionsWrite } from '#contract/permissions.ts';
import { tokensTexts as texts } from '#lib/texts/tokens.ts';
import { Badge } from '#ui/Badge/Badge.tsx';
import { Button } from '#ui/Button/Button.tsx';
import { Disclosure } from '#ui/Disclosure/Disclosure.tsx';
import { LoadingSheet } from '#ui/LoadingSheet/LoadingSheet.tsx';
import { SectionLead } from '#ui/SectionSheet/SectionLead.tsx';
import { SectionSheet } from '#ui/SectionSheet/SectionSheet.tsx';
import { ReadFailure } from '#billing/shared/data/ReadFailure.tsx';
import { useRead } from '#billing/shared/data/queries.ts';
import { failureOf } from '#billing/shared/data/section-state.ts';
import { useIsAllowed, useSlug } from '#billing/shared/data/use-billing-data.ts';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { useNowSeconds } from '#billing/shared/page/now.ts';
import { OnDemand, onDemand, prefetchWhenUsed } from '#billing/shared/page/on-demand.tsx';
import { NoPermission } from '#billing/shared/who-can/NoPermission.tsx';
import { WhoCan } from '#billing/shared/who-can/WhoCan.tsx';
import { creatorLeftWords, hasEnded, tokenFacts, tokenMark, tokensSheetId, type Token } from './token-messages.ts';
import styles from './Tokens.module.css';

export function TokensOverview() {
  const slug = useSlug();
  const mayRead = useIsAllowed(subscriptionsRead);
  const query = useRead('listTokens', { params: { slug } }, mayRead === true);
  if (mayRead === false) return <NoPermission>{texts.noRead}</NoPermission>;
  const failed = failureOf(query);
  if (failed) return <ReadFailure subject="tokens" title={texts.failed} failed={failed} />;
  if (!query.data) return <LoadingSheet lines={4} />;
  return (
    <div className={styles.root} data-boundary="tokens">
      <TokenList tokens={query.data.tokens} />
      <HydrationMarker boundary="tokens" />
    </div>
  );
}

const newToken = onDemand(async () => (await import('./NewTokenDialog.tsx')).NewTokenDialog);
const revokeToken = onDemand(async () => (await import('./RevokeTokenDialog.tsx')).RevokeTokenDialog);

function TokenList({ tokens }: { tokens: readonly Token[] }) {
  const now = useNowSeconds();
  const mayUpdate = useIsAllowed(organizationUpdate);
  const mayPay = useIsAllowed(subscriptionsWrite);
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Token | null>(null);
  useEffect(() => prefetchWhenUsed(newToken), []);
  const why = mayUpdate === false || mayPay === false ? texts.noWrite : undefined;
  const live = tokens.filter((token) => !hasEnded(token, now));
  const ended = tokens.filter((token) => hasEnded(token, now));
  const closeNew = () => setCreating(false);
  const closeRevoked = () => setRevoked(null);
  return (
    <SectionSheet id={tokensSheetId} title={texts.listTitle} state={texts.count(live.length)}>
      <SectionLead
        action={
          <Button id="new-token" variant="primary" onPress={() => setCreating(true)} unavailableReason={why}>
            {texts.create}
          </Button>
        }
      >
        <p>{live.length === 0 ? texts.empty : texts.hasTokens}</p>
      </SectionLead>
      {why !== undefined && <WhoCan may={['organization_update', 'billing_write']} why={why} subject={texts.create} at="" />}
      {live.map((token) => (
        <TokenRow key={token.id} token={token} why={why} onRevoke={() => setRevoked(token)} />
      ))}
      {ended.length > 0 && (
        <Disclosure title={texts.endedTitle}>
          {ended.map((token) => (
            <TokenRow key={token.id} token={token} why={why} onRevoke={null} />
          ))}
        </Disclosure>
      )}
      {isCreating && <OnDemand part={newToken} isWanted onFailed={closeNew} props={{ onClose: closeNew }} />}
      {revoked && <OnDemand part={revokeToken} isWanted onFailed={closeRevoked} props={{ token: revoked, onClose: closeRevoked }} />}
    </SectionSheet>
  );
}

interface RowProps {
  readonly token: Token;
  readonly why: string | undefined;
  /** Called to revoke the token; null if the token has ended. */
  readonly onRevoke: (() => void) | null;
}

function TokenRow({ token, why, onRevoke }: RowProps) {
  const now = useNowSeconds();
  const { id, name } = token;
  const mark = tokenMark(token, now);
  const creatorLeft = creatorLeftWords(token, now);
  return (
    <article aria-labelledby={`token-${id}`} className={styles.row}>
      <div className={styles.facts}>
        <h3 id={`token-${id}`} className={styles.name}>
          <bdi>{name}</bdi>
          {mark && <Badge variant={mark.variant}>{mark.words}</Badge>}
        </h3>
        {creatorLeft !== null && <p>{creatorLeft}</p>}
        {tokenFacts(token, now).map((fact) => (
          <p key={fact} className={styles.about}>
            {fact}
          </p>
        ))}
      </div>
      {onRevoke && (
        <Button variant="quiet" data-print="never" onPress={onRevoke} nameSuffix={`, ${name}`} unavailableReason={why}>
          {texts.revoke}
        </Button>
      )}
    </article>
  );
}
