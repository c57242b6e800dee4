import { chatPath, dashboardPath, FACE_TO_FACE_PATH, setupPath, TEAM_PATH } from '@dragoman/domain/routes';
import type { ComponentType } from 'react';
import { BoothPage } from '@/features/join/components/booth-page.tsx';
import { JoinPage } from '@/features/join/components/join-page.tsx';
import { eventAdminTexts } from '@/shared/i18n/event-admin-texts.ts';
import { loadTextsOf } from '@/shared/i18n/i18n.ts';
import { RequireSession } from './guards.tsx';
import { RootLayout } from './layout/root-layout.tsx';
import { type PageRoute, preloadPage } from './pages/lazy-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';

// Each page is a chunk of its own, but for /join and /b: a stranger opens them on a fair's network,
// and waits for one file only.

/** Loads the module of a page, whose component has that name. */
function page<Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) {
  return async () => ({ Component: (await load())[name] });
}

const publicRoutes: PageRoute[] = [
  {
    index: true,
    lazy: page('LandingPage', () => import('@/features/landing/components/landing-page.tsx')),
  },
  {
    path: 'login',
    lazy: page('LoginPage', () => import('@/features/auth/components/login-page.tsx')),
  },
  {
    path: 'contact',
    lazy: page('ContactWithTabs', () => import('./pages/marketing-page.tsx')),
  },
  {
    path: 'pricing',
    lazy: page('PricingWithTabs', () => import('./pages/marketing-page.tsx')),
  },
  {
    path: 'organiser',
    lazy: async () => {
      const [{ EventAdminPage: OrganiserPage }] = await Promise.all([
        import('@/features/event-admin/page/event-admin-page.tsx'),
        loadTextsOf(eventAdminTexts),
      ]);
      return { Component: OrganiserPage };
    },
  },
  { path: 'join/:sessionId', Component: Join },
  { path: 'b/:code', Component: Booth },
  {
    path: 'team/:token',
    lazy: async () => {
      const { InvitationPage } = await import('@/features/team/components/invitation-page.tsx');
      return { Component: () => <InvitationPage preloadTeam={preloadTeam} /> };
    },
  },
];

const overview: PageRoute = {
  index: true,
  lazy: page('OverviewPage', () => import('@/features/overview/components/overview-page.tsx')),
};
const sessions: PageRoute = {
  path: 'sessions',
  lazy: page('ChatListPage', () => import('@/features/chat-list/components/chat-list-page.tsx')),
};
const profile: PageRoute = {
  path: 'profile',
  lazy: page('ProfileSettingsPage', () => import('@/features/profile/components/profile-settings-page.tsx')),
};
const vendorProfile: PageRoute = {
  path: 'profile',
  lazy: page('VendorProfilePage', () => import('./pages/vendor-profile-page.tsx')),
};

const leads: PageRoute = {
  path: 'leads',
  lazy: page('LeadsPage', () => import('@/features/leads/components/leads-page.tsx')),
};

const badgeScan: PageRoute = {
  path: 'contacts/scan-badge',
  lazy: page('BadgeScanPage', () => import('@/features/scanner/components/badge-scan-page.tsx')),
};

/** Nothing to show: the dashboard's guard leads to its root. */
const unknownSection: PageRoute = { path: '*', Component: () => null };

const vendorDashboard: PageRoute = {
  path: dashboardPath('vendor'),
  lazy: page('VendorDashboard', () => import('@/features/dashboard/components/role-dashboard.tsx')),
  children: [
    overview,
    sessions,
    vendorProfile,
    leads,
    {
      path: 'leads/follow-ups',
      lazy: page('FollowUpsWithAssistant', () => import('./pages/follow-ups.tsx')),
    },
    badgeScan,
    {
      path: 'contacts',
      lazy: page('VendorContactsPage', () => import('./pages/contacts-pages.tsx')),
    },
    {
      path: 'qr-codes',
      lazy: page('QrCodesPage', () => import('@/features/qr-codes/components/qr-codes-page.tsx')),
    },
    {
      path: 'analytics',
      lazy: page('AnalyticsPage', () => import('@/features/analytics/components/analytics-page.tsx')),
    },
    {
      path: 'team',
      lazy: page('TeamPage', () => import('@/features/team/components/team-page.tsx')),
    },
    unknownSection,
  ],
};

const visitorDashboard: PageRoute = {
  path: dashboardPath('visitor'),
  lazy: page('VisitorDashboard', () => import('@/features/dashboard/components/role-dashboard.tsx')),
  children: [
    overview,
    sessions,
    profile,
    leads,
    badgeScan,
    {
      path: 'contacts',
      lazy: page('VisitorContactsPage', () => import('./pages/contacts-pages.tsx')),
    },
    {
      path: 'scan',
      lazy: page('ScanPage', () => import('@/features/scanner/components/scan-page.tsx')),
    },
    unknownSection,
  ],
};

const protectedRoutes: PageRoute = {
  Component: RequireSession,
  children: [
    {
      path: setupPath('vendor'),
      lazy: page('VendorSetupPage', () => import('@/features/profile/components/vendor-setup-page.tsx')),
    },
    {
      path: setupPath('visitor'),
      lazy: page('VisitorSetupPage', () => import('@/features/profile/components/visitor-setup-page.tsx')),
    },
    {
      path: 'chat/:sessionId',
      lazy: page('ChatWithList', () => import('./pages/chat-with-list.tsx')),
    },
    { path: FACE_TO_FACE_PATH, lazy: page('FaceToFace', () => import('./pages/face-to-face.tsx')) },
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

function preloadChat(): void {
  void preloadPage(routes, chatPath('0'));
}

function preloadTeam(): void {
  void preloadPage(routes, TEAM_PATH);
}

function Join() {
  return <JoinPage preloadChat={preloadChat} />;
}

function Booth() {
  return <BoothPage preloadChat={preloadChat} />;
}
