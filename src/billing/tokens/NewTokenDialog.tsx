import { useEffect } from 'react';
import type { CallResponse } from '#contract/types.ts';
import { tokenScopeNames, tokensTexts as texts } from '#lib/texts/tokens.ts';
import { announce } from '#ui/Announcer/announce.ts';
import { Button } from '#ui/Button/Button.tsx';
import { CheckboxGroup } from '#ui/CheckboxGroup/CheckboxGroup.tsx';
import { CopyButton } from '#ui/CopyButton/CopyButton.tsx';
import { Dialog, DialogActions } from '#ui/Dialog/Dialog.tsx';
import { Form } from '#ui/Form/Form.tsx';
import { Notice } from '#ui/Notice/Notice.tsx';
import { RadioGroup } from '#ui/RadioGroup/RadioGroup.tsx';
import { TextField } from '#ui/TextField/TextField.tsx';
import { uiTexts } from '#ui/texts.ts';
import { ProjectChoice } from '#billing/shared/form/ProjectChoice.tsx';
import { FailureNote } from '#billing/shared/page/FailureNote.tsx';
import { useDiscardQuestion } from '#billing/shared/payment/use-discard-question.tsx';
import { offeredScopes } from './token.form.ts';
import { useNewToken, type NewTokenForm } from './use-new-token.ts';
import styles from './Tokens.module.css';

/** If the member closes the dialog without the Done button, the dialog asks first, because the token's text can't be shown again. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const form = useNewToken();
  const { created, isPending } = form;
  const { close, question } = useDiscardQuestion({
    isFilled: () => form.isChanged,
    isBusy: isPending,
    onClose,
    ...(created && { words: texts.closeShown }),
  });
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={(next) => !next && close()}
      title={created ? texts.shownTitle : texts.create}
      busyMessage={isPending ? texts.creating : null}
    >
      {created ? <ShownOnce token={created} onClose={onClose} /> : <NewTokenFields form={form} onCancel={close} />}
      {question}
    </Dialog>
  );
}

const scopeOptions = offeredScopes.map((scope) => ({ value: scope, label: tokenScopeNames[scope] }));
const dataScopes = [
  { value: 'organization', label: texts.whole },
  { value: 'project', label: texts.oneProject },
];

function NewTokenFields({ form, onCancel }: { form: NewTokenForm; onCancel: () => void }) {
  const { faults, failedAttempts, failure, isPending } = form;
  return (
    <Form
      aria-label={texts.create}
      faultsTitle={texts.faults}
      faults={faults}
      failedAttempts={failedAttempts}
      onSubmit={() => void form.submit()}
    >
      <TokenText form={form} name="name" label={texts.name} description={texts.nameAbout} />
      <form.fields.Field name="scopes">
        {(field) => (
          <CheckboxGroup
            id="token-scopes"
            label={texts.scopes}
            options={scopeOptions}
            value={[...field.state.value]}
            onChange={field.handleChange}
            errorMessage={form.messageOf('scopes')}
            isReadOnly={isPending}
          />
        )}
      </form.fields.Field>
      <TokenText form={form} name="lastDay" label={texts.lastDay} description={texts.lastDayAbout} type="date" />
      <form.fields.Field name="about">
        {(field) => (
          <RadioGroup
            id="token-about"
            label={texts.dataScope}
            options={dataScopes}
            value={field.state.value}
            onChange={(value) => field.handleChange(value as never)}
            errorMessage={form.messageOf('about')}
            isReadOnly={isPending}
          />
        )}
      </form.fields.Field>
      {form.values.about === 'project' && <TokenProject form={form} />}
      {failure && <FailureNote {...failure} />}
      <DialogActions>
        <Button type="submit" variant="primary" isPending={isPending} pendingMessage={null}>
          {texts.createButton}
        </Button>
        <Button variant="quiet" onPress={onCancel} unavailableReason={isPending ? uiTexts.busyReason : undefined}>
          Cancel
        </Button>
      </DialogActions>
    </Form>
  );
}

interface TextProps {
  readonly form: NewTokenForm;
  readonly name: 'name' | 'lastDay';
  readonly label: string;
  readonly description: string;
  readonly type?: 'date';
}

const TokenText = ({ form, name, ...props }: TextProps) => (
  <form.fields.Field name={name}>
    {(field) => (
      <TextField
        {...props}
        id={`token-${name}`}
        autoComplete="off"
        value={field.state.value}
        onChange={field.handleChange}
        errorMessage={form.messageOf(name)}
        isReadOnly={form.isPending}
      />
    )}
  </form.fields.Field>
);

const TokenProject = ({ form }: { form: NewTokenForm }) => (
  <form.fields.Field name="project">
    {(field) => (
      <ProjectChoice
        id="token-project"
        value={field.state.value}
        onChange={field.handleChange}
        errorMessage={form.messageOf('project')}
        isReadOnly={form.isPending}
      />
    )}
  </form.fields.Field>
);

const textFieldId = 'token-text';

/** Shows the text of the new token and focuses the text, because the form above it is gone. */
function ShownOnce({ token, onClose }: { token: CallResponse<'createToken'>; onClose: () => void }) {
  useEffect(() => {
    document.getElementById(textFieldId)?.focus();
    announce(texts.shownOnce);
  }, []);
  return (
    <div className={styles.shown}>
      <Notice variant="warning" title={token.name}>
        <p>{texts.shownOnce}</p>
      </Notice>
      <TextField id={textFieldId} label={texts.token} value={token.token} isReadOnly autoComplete="off" spellCheck="false" />
      <DialogActions>
        <CopyButton value={token.token}>{texts.copy}</CopyButton>
        <Button variant="primary" onPress={onClose}>
          {texts.done}
        </Button>
      </DialogActions>
    </div>
  );
}
