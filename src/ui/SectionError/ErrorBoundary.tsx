import { Component, createContext, type ReactNode } from 'react';
import { SectionError } from './SectionError.tsx';

/** Status of open payments. An error boundary shows this status if its failed content may have started a payment. */
export const KnownPaymentContext = createContext<ReactNode>(null);

export interface ErrorBoundaryProps {
  /** Name of the content, used in the label of the retry button. */
  readonly subject: string;
  readonly message: string | ((error: unknown) => string);
  /** Tries to repair the cause of an error. Resolves to true if the children should be rendered again. */
  readonly mend?: (error: unknown) => Promise<boolean>;
  readonly mayPay?: boolean;
  readonly renderAround?: (failure: ReactNode) => ReactNode;
  readonly children: ReactNode;
}

interface State {
  readonly failures: number;
  readonly error: unknown;
  readonly isRetrying: boolean;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static override contextType = KnownPaymentContext;
  declare context: ReactNode;
  override state: State = { failures: 0, error: null, isRetrying: false };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    this.#fail();
  }

  #fail() {
    this.setState(({ failures }) => ({ failures: failures + 1, isRetrying: false }));
  }

  /** Renders the children again. The error message stays until there is content to show. */
  #retry = async (): Promise<boolean> => {
    this.setState({ isRetrying: true });
    if ((await this.props.mend?.(this.state.error)) ?? true)
      return new Promise((resolve) => this.setState({ error: null, isRetrying: false }, () => resolve(this.state.error === null)));
    this.#fail();
    return false;
  };

  override render() {
    const { subject, message, mayPay = false, renderAround = (failure) => failure, children } = this.props;
    const { error, failures, isRetrying } = this.state;
    if (error === null) return children;
    return renderAround(
      <SectionError
        message={typeof message === 'string' ? message : message(error)}
        attempt={failures}
        sectionTitle={subject}
        onRetry={this.#retry}
        isRetrying={isRetrying}
      >
        {mayPay && this.context}
      </SectionError>,
    );
  }
}
