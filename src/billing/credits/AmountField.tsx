import { topUpDollars } from '#contract/limits.ts';
import { CENTS_PER_DOLLAR, formatWholeDollars } from '#lib/money.ts';
import { Button } from '#ui/Button/Button.tsx';
import { uiTexts } from '#ui/texts.ts';
import { WholeNumberField } from '#ui/TextField/TextField.tsx';
import { presetDollars } from './top-up.form.ts';
import styles from './TopUp.module.css';

export interface AmountFieldProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
  isReadOnly: boolean;
}

export function AmountField({ id, value, onChange, errorMessage, isReadOnly }: AmountFieldProps) {
  return (
    <div className={styles.amount}>
      <WholeNumberField
        id={id}
        label="Amount (USD)"
        description={`Whole dollars, from $${topUpDollars.least} to $${topUpDollars.most}`}
        value={value}
        onChange={onChange}
        errorMessage={errorMessage}
        isErrorSaid
        isReadOnly={isReadOnly}
        autoComplete="off"
        enterKeyHint="done"
        isRequired
      />
      <div role="group" aria-label="Usual amounts" className={styles.presets}>
        {presetDollars.map((dollars) => (
          <Button key={dollars} onPress={() => onChange(String(dollars))} unavailableReason={isReadOnly ? uiTexts.busyReason : undefined}>
            {formatWholeDollars(dollars * CENTS_PER_DOLLAR)}
          </Button>
        ))}
      </div>
    </div>
  );
}
