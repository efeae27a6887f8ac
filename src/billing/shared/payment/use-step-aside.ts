import { useState } from 'react';

export interface StepAside {
  readonly isSteppedAside: boolean;
  /** Does something that opens a page of its own beside the dialog; the dialog is away for as long as it takes. */
  readonly aside: <T>(work: () => Promise<T>) => Promise<T>;
}

/** For dialogs from which a bank or a captcha may open its own page. */
export function useStepAside(): StepAside {
  const [isSteppedAside, setSteppedAside] = useState(false);
  return {
    isSteppedAside,
    aside: async (work) => {
      setSteppedAside(true);
      try {
        return await work();
      } finally {
        setSteppedAside(false);
      }
    },
  };
}
