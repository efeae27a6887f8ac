import { Suspense, use, useEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { HydrationMarker } from '#billing/shared/page/HydrationMarker.tsx';
import { lazyPart, missingCode, PartBoundary } from '#billing/shared/page/lazy-part.tsx';
import { signInFromHere } from '#lib/browser/ended-session.ts';
import { PageFailure } from './frame/PageFailure.tsx';
import { pageRoutes } from './routes.ts';
import { ServedContext } from './served.ts';

const HomePage = lazyPart(async () => (await import('./pages/HomePage.tsx')).HomePage);
const SignInPage = lazyPart(async () => (await import('./pages/SignInPage.tsx')).SignInPage);
const SessionsPage = lazyPart(async () => (await import('./pages/SessionsPage.tsx')).SessionsPage);
const OrganizationPage = lazyPart(async () => (await import('./pages/OrganizationPage.tsx')).OrganizationPage);
const OrganizationBillingPage = lazyPart(async () => (await import('./pages/OrganizationBillingPage.tsx')).OrganizationBillingPage);
const InvoicePage = lazyPart(async () => (await import('./pages/InvoicePage.tsx')).InvoicePage);
const UsagePage = lazyPart(async () => (await import('./pages/UsagePage.tsx')).UsagePage);
const BudgetsPage = lazyPart(async () => (await import('./pages/BudgetsPage.tsx')).BudgetsPage);
const ActivityPage = lazyPart(async () => (await import('./pages/ActivityPage.tsx')).ActivityPage);
const TokensPage = lazyPart(async () => (await import('./pages/TokensPage.tsx')).TokensPage);
const ProjectPage = lazyPart(async () => (await import('./pages/ProjectPage.tsx')).ProjectPage);
const NotFoundPage = lazyPart(async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage);

/** Renders the page that the URL names. A page that the server did not find stays missing until the URL changes. */
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
            <Route path={pageRoutes.home} component={HomePage} />
            <Route path={pageRoutes.signIn} component={SignInPage} />
            <Route path={pageRoutes.sessions} component={SessionsPage} />
            <Route path={pageRoutes.organization} component={OrganizationPage} />
            <Route path={pageRoutes.billing} component={OrganizationBillingPage} />
            <Route path={pageRoutes.invoice} component={InvoicePage} />
            <Route path={pageRoutes.usage} component={UsagePage} />
            <Route path={pageRoutes.budgets} component={BudgetsPage} />
            <Route path={pageRoutes.activity} component={ActivityPage} />
            <Route path={pageRoutes.tokens} component={TokensPage} />
            <Route path={pageRoutes.project} component={ProjectPage} />
            <Route component={NotFoundPage} />
          </Switch>
        )}
        {/* The main content hydrates after the frame around it. */}
        <HydrationMarker boundary="main" />
      </Suspense>
    </PartBoundary>
  );
}

/** Error message for a page that failed. It mentions the connection only if a chunk failed to load while the browser is offline. */
const messageOfFailure = (error: unknown): string =>
  missingCode.has(error) && !navigator.onLine ? 'Check your connection and try again' : 'Something unexpected happened';

/** Redirects a visitor without a session to the sign-in page, which redirects back afterwards. */
function ToSignIn() {
  useEffect(() => location.replace(location.pathname === pageRoutes.signIn ? location.href : signInFromHere()), []);
  return null;
}
