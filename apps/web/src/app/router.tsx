import { dashboardPath, setupPath } from '@dragoman/domain/routes';
import { BoothPage } from '@/features/join/components/booth-page.tsx';
import { JoinPage } from '@/features/join/components/join-page.tsx';
import { loadTextsOf } from '@/shared/i18n/i18n.ts';
import { organiserTexts } from '@/shared/i18n/organiser-texts.ts';
import { RequireSession } from './guards.tsx';
import { RootLayout } from './layout/root-layout.tsx';
import type { PageRoute } from './pages/lazy-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';

// Each page is a chunk of its own, but for /join and /b: a stranger opens them on a fair's network, and waits for one file only.

const publicRoutes: PageRoute[] = [
  {
    index: true,
    lazy: async () => ({
      Component: (await import('@/features/landing/components/landing-page.tsx')).LandingPage,
    }),
  },
  {
    path: 'login',
    lazy: async () => ({ Component: (await import('@/features/auth/components/login-page.tsx')).LoginPage }),
  },
  {
    path: 'contact',
    lazy: async () => ({
      Component: (await import('@/features/company/components/contact-page.tsx')).ContactPage,
    }),
  },
  {
    path: 'pricing',
    lazy: async () => ({
      Component: (await import('@/features/company/components/pricing-page.tsx')).PricingPage,
    }),
  },
  {
    path: 'organiser',
    lazy: async () => {
      const [{ OrganiserPage }] = await Promise.all([
        import('@/features/organiser/page/organiser-page.tsx'),
        loadTextsOf(organiserTexts),
      ]);
      return { Component: OrganiserPage };
    },
  },
  { path: 'join/:sessionId', Component: JoinPage },
  { path: 'b/:code', Component: BoothPage },
];

const overview: PageRoute = {
  index: true,
  lazy: async () => ({
    Component: (await import('@/features/overview/components/overview-page.tsx')).OverviewPage,
  }),
};
const sessions: PageRoute = {
  path: 'sessions',
  lazy: async () => ({
    Component: (await import('@/features/sessions/components/sessions-page.tsx')).SessionsPage,
  }),
};
const profile: PageRoute = {
  path: 'profile',
  lazy: async () => ({
    Component: (await import('@/features/profile/components/profile-settings-page.tsx')).ProfileSettingsPage,
  }),
};
const vendorProfile: PageRoute = {
  path: 'profile',
  lazy: async () => ({ Component: (await import('./pages/vendor-profile-page.tsx')).VendorProfilePage }),
};

const leads: PageRoute = {
  path: 'leads',
  lazy: async () => ({
    Component: (await import('@/features/leads/components/leads-page.tsx')).LeadsPage,
  }),
};

/** Nothing to show: the dashboard's guard leads to its root. */
const unknownSection: PageRoute = { path: '*', Component: () => null };

const vendorDashboard: PageRoute = {
  path: dashboardPath('vendor'),
  lazy: async () => ({
    Component: (await import('@/features/dashboard/components/vendor-dashboard.tsx')).VendorDashboard,
  }),
  children: [
    overview,
    sessions,
    vendorProfile,
    leads,
    {
      path: 'contacts',
      lazy: async () => ({
        Component: (await import('./pages/contacts-pages.tsx')).VendorContactsPage,
      }),
    },
    {
      path: 'qr-codes',
      lazy: async () => ({
        Component: (await import('@/features/qr-codes/components/qr-codes-page.tsx')).QrCodesPage,
      }),
    },
    {
      path: 'analytics',
      lazy: async () => ({
        Component: (await import('@/features/analytics/components/analytics-page.tsx')).AnalyticsPage,
      }),
    },
    unknownSection,
  ],
};

const visitorDashboard: PageRoute = {
  path: dashboardPath('visitor'),
  lazy: async () => ({
    Component: (await import('@/features/dashboard/components/visitor-dashboard.tsx')).VisitorDashboard,
  }),
  children: [
    overview,
    sessions,
    profile,
    leads,
    {
      path: 'contacts',
      lazy: async () => ({
        Component: (await import('./pages/contacts-pages.tsx')).VisitorContactsPage,
      }),
    },
    {
      path: 'scan',
      lazy: async () => ({
        Component: (await import('@/features/scanner/components/scan-page.tsx')).ScanPage,
      }),
    },
    unknownSection,
  ],
};

const protectedRoutes: PageRoute = {
  Component: RequireSession,
  children: [
    {
      path: setupPath('vendor'),
      lazy: async () => ({
        Component: (await import('@/features/profile/components/vendor-setup-page.tsx')).VendorSetupPage,
      }),
    },
    {
      path: setupPath('visitor'),
      lazy: async () => ({
        Component: (await import('@/features/profile/components/visitor-setup-page.tsx')).VisitorSetupPage,
      }),
    },
    {
      path: 'chat/:sessionId',
      lazy: async () => ({
        Component: (await import('@/features/chat/screen/chat-page.tsx')).ChatPage,
      }),
    },
    vendorDashboard,
    visitorDashboard,
  ],
};

/** The route table of specification 2.1. */
export const routes: PageRoute[] = [
  {
    Component: RootLayout,
    children: [...publicRoutes, protectedRoutes, { path: '*', Component: NotFoundPage }],
  },
];
