import { createContext, use } from 'react';

export const DialogBusyContext = createContext(false);

/** For fields that are read-only while their dialog is busy; only they re-render when it changes. */
export const useIsDialogBusy = (): boolean => use(DialogBusyContext);
