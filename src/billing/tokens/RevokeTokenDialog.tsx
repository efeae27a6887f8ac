import { focusPlace } from '#lib/browser/focus-place.ts';
import { fillText } from '#lib/texts/fill.ts';
import { tokensTexts as texts } from '#lib/texts/tokens.ts';
import { AlertDialog } from '#ui/AlertDialog/AlertDialog.tsx';
import { announce } from '#ui/Announcer/announce.ts';
import { readKey } from '#billing/shared/data/queries.ts';
import { useSlug } from '#billing/shared/data/use-billing-data.ts';
import { useWrite } from '#billing/shared/data/write.ts';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { tokensHeading, type Token } from './token-messages.ts';

export interface RevokeTokenProps {
  readonly token: Token;
  readonly onClose: () => void;
}

/** A revoked token moves to the list of ended tokens, so the focus moves to the section's heading. */
export function RevokeTokenDialog({ token: { id, name }, onClose }: RevokeTokenProps) {
  const slug = useSlug();
  const { write, isPending, failure } = useWrite('revokeToken', {
    place: 'alert',
    failure: (message) => fillText(texts.revokeFailed, { message }),
    onSuccess: (_result, _input, client) => client.invalidateQueries({ queryKey: readKey('listTokens', { params: { slug } }) }),
  });
  const revoke = async (): Promise<void> => {
    const { ok } = await write({ params: { slug, token_id: id } });
    if (!ok) return;
    onClose();
    focusPlace(tokensHeading());
    announce(texts.revoked);
  };
  return (
    <AlertDialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      returnFocusTo={tokensHeading}
      title={fillText(texts.revokeTitle, { name })}
      description={texts.revokeAbout}
      actionLabel={texts.revoke}
      cancelLabel={texts.keep}
      variant="danger"
      onAction={() => void revoke()}
      busyMessage={isPending ? texts.revoking : null}
    >
      {failure && <FailureNote {...failure} />}
    </AlertDialog>
  );
}
