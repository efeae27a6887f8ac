import { ErrorBoundary, type ErrorBoundaryProps } from '#ui/ErrorBoundary/ErrorBoundary.tsx';
import { fetchAgain } from './lazy-part.tsx';

/** A boundary around parts whose code comes in chunks: another attempt fetches a chunk that did not come. */
export const PartBoundary = (props: Omit<ErrorBoundaryProps, 'mend'>) => <ErrorBoundary {...props} mend={fetchAgain} />;
