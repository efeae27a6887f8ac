import { type ComponentType, Suspense, use, useEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { lazyPart, missingCode, PartBoundary } from '#billing/shared/page/lazy-part.tsx';
import { signInFromHere } from '#lib/browser/ended-session.ts';
import { PageFailure } from './frame/PageFailure.tsx';
import { pageRoutes, type RouteName } from './routes.ts';
import { ServedContext } from './served.ts';

/** Every page loads this list, so the components are imported only on demand. */
const pages: Readonly<Record<RouteName, ComponentType>> = {
  home: lazyPart(async () => (await import('./pages/HomePage.tsx')).HomePage),
  signIn: lazyPart(async () => (await import('./pages/SignInPage.tsx')).SignInPage),
  sessions: lazyPart(async () => (await import('./pages/SessionsPage.tsx')).SessionsPage),
  organization: lazyPart(async () => (await import('./pages/OrganizationPage.tsx')).OrganizationPage),
  billing: lazyPart(async () => (await import('./pages/OrganizationBillingPage.tsx')).OrganizationBillingPage),
  invoice: lazyPart(async () => (await import('./pages/InvoicePage.tsx')).InvoicePage),
  usage: lazyPart(async () => (await import('./pages/UsagePage.tsx')).UsagePage),
  budgets: lazyPart(async () => (await import('./pages/BudgetsPage.tsx')).BudgetsPage),
  activity: lazyPart(async () => (await import('./pages/ActivityPage.tsx')).ActivityPage),
  statement: lazyPart(async () => (await import('./pages/StatementPage.tsx')).StatementPage),
  tokens: lazyPart(async () => (await import('./pages/TokensPage.tsx')).TokensPage),
  proposals: lazyPart(async () => (await import('./pages/ProposalsPage.tsx')).ProposalsPage),
  project: lazyPart(async () => (await import('./pages/ProjectPage.tsx')).ProjectPage),
};
const NotFoundPage = lazyPart(async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage);

/** Renders the page of the current route. If the server did not find the page, shows NotFoundPage until the URL changes. */
export function Pages({ missing }: { missing: boolean }) {
  const [location] = useLocation();
  const [firstLocation] = useState(location);
  const { signedIn } = use(ServedContext);
  return (
    <PartBoundary
      key={location}
      subject="page"
      message={messageOfFailure}
      renderAround={(failure) => (
        <PageFailure>
          {failure}
          <HydrationMarker boundary="main" />
        </PageFailure>
      )}
    >
      <Suspense fallback={null}>
        {!signedIn && location !== firstLocation ? (
          <ToSignIn />
        ) : missing && location === firstLocation ? (
          <NotFoundPage />
        ) : (
          <Switch>
            {(Object.keys(pages) as RouteName[]).map((name) => (
              <Route key={name} path={pageRoutes[name]} component={pages[name]} />
            ))}
            <Route component={NotFoundPage} />
          </Switch>
        )}
        {/* The main content hydrates after the frame around it. */}
        <HydrationMarker boundary="main" />
      </Suspense>
    </PartBoundary>
  );
}

const messageOfFailure = (error: unknown): string =>
  missingCode.has(error) && !navigator.onLine ? 'Check your connection and try again' : 'Something unexpected happened';

function ToSignIn() {
  useEffect(() => location.replace(location.pathname === pageRoutes.signIn ? location.href : signInFromHere()), []);
  return null;
}
