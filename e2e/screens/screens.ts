import { expect, type Page } from '@playwright/test';
import { SAID } from '../fixtures/dictionary.ts';
import { SALMA } from '../fixtures/people.ts';
import { said } from '../fixtures/texts.ts';
import { ADMIN, ensureAdmin, signInAsAdmin } from '../pages/event-admin-page.ts';
import type { Scene } from './scene.ts';

/** A screen to check: its address, its viewer and the text that it must show. */
export interface Screen {
  name: string;
  path(scene: Scene): string;
  as?(scene: Scene): { session: unknown };
  /** Opens the screen once the page is there. */
  open?(page: Page): Promise<void>;
  /** Text that appears when the screen is complete: English interface text, or a user's. */
  shows: string | RegExp;
}

const vendor = (scene: Scene) => scene.vendor;
const visitor = (scene: Scene) => scene.visitor;
const newcomer = (scene: Scene) => scene.newcomer;
const halfway = (scene: Scene) => scene.halfway;

export const SCREENS: readonly Screen[] = [
  { name: 'landing', path: () => '/', shows: 'Connect Globally, Network Instantly' },
  { name: 'landing-role-choice', path: () => '/', as: newcomer, shows: 'Select your role to get started' },
  { name: 'login', path: () => '/login', shows: 'Welcome Back' },
  {
    name: 'second-factor',
    path: () => '/visitor-dashboard',
    as: halfway,
    shows: 'Your account asks for a second factor after the password.',
  },
  {
    name: 'second-factor-recovery',
    path: () => '/visitor-dashboard',
    as: halfway,
    open: (page) => page.getByRole('button', { name: said('secondFactor.useRecoveryCode') }).click(),
    shows: 'One of the ten that you saved. Each works once.',
  },
  { name: 'contact', path: () => '/contact', shows: 'Based in Dubai, UAE' },
  { name: 'pricing', path: () => '/pricing', shows: 'Upgrade to Premium' },
  {
    name: 'organiser-sign-in',
    path: () => '/organiser',
    open: async (page) => {
      await ensureAdmin(page);
      await page.context().clearCookies();
      await page.reload();
    },
    shows: 'For administrators of this event. Sign in with your own name and password.',
  },
  {
    name: 'organiser',
    path: () => '/organiser',
    open: openAdminDashboard,
    shows: 'The whole event at a glance, and what you decide about it.',
  },
  { name: 'no-such-page', path: () => '/nowhere', shows: 'This page does not exist' },
  {
    name: 'join-signed-out',
    path: ({ openSession }) => `/join/${openSession}`,
    shows: 'Please sign up or log in to join this chat session.',
  },
  { name: 'join', path: ({ openSession }) => `/join/${openSession}`, as: visitor, shows: 'Join Session' },
  {
    name: 'join-not-found',
    path: () => '/join/00000000-0000-4000-8000-000000000000',
    shows: 'Session Not Found',
  },
  { name: 'vendor-setup', path: () => '/vendor-setup', as: newcomer, shows: 'Complete Your Vendor Profile' },
  { name: 'visitor-setup', path: () => '/visitor-setup', as: newcomer, shows: 'Scan Entrance Pass' },
  { name: 'vendor-overview', path: () => '/vendor-dashboard', as: vendor, shows: 'My Contact Information' },
  { name: 'vendor-sessions', path: () => '/vendor-dashboard/sessions', as: vendor, shows: SALMA.company },
  { name: 'vendor-contacts', path: () => '/vendor-dashboard/contacts', as: vendor, shows: SALMA.company },
  { name: 'vendor-leads', path: () => '/vendor-dashboard/leads', as: vendor, shows: SALMA.company },
  {
    name: 'vendor-analytics',
    // The scene may have been made before midnight.
    path: () => '/vendor-dashboard/analytics?period=all',
    as: vendor,
    shows: 'From scan to lead',
  },
  {
    name: 'vendor-qr-codes',
    path: () => '/vendor-dashboard/qr-codes',
    as: vendor,
    shows: 'Generate New QR Code',
  },
  {
    name: 'vendor-qr-code',
    path: ({ openSession }) => `/vendor-dashboard/qr-codes?session=${openSession}`,
    as: vendor,
    shows: 'Scan this QR code to start a chat session',
  },
  { name: 'vendor-team', path: () => '/vendor-dashboard/team', as: vendor, shows: 'Invite a colleague' },
  {
    name: 'team-invitation',
    path: ({ teamInvitation }) => `/team/${teamInvitation}`,
    shows: 'Please sign up or log in as a vendor to accept.',
  },
  { name: 'vendor-profile', path: () => '/vendor-dashboard/profile', as: vendor, shows: 'Profile Settings' },
  {
    name: 'vendor-glossary',
    path: () => '/vendor-dashboard/profile?glossary',
    as: vendor,
    shows: 'No terms yet',
  },
  {
    name: 'vendor-catalogue',
    path: () => '/vendor-dashboard/profile?catalogue',
    as: vendor,
    shows: 'The catalogue is empty',
  },
  {
    name: 'vendor-webhooks',
    path: () => '/vendor-dashboard/profile?webhooks',
    as: vendor,
    shows: "A public https address. People's cards and your notes about them are sent there.",
  },
  { name: 'visitor-overview', path: () => '/visitor-dashboard', as: visitor, shows: 'Available Vendors' },
  {
    name: 'visitor-sessions',
    path: () => '/visitor-dashboard/sessions',
    as: visitor,
    shows: 'Harbour Lighting',
  },
  {
    name: 'visitor-contacts',
    path: () => '/visitor-dashboard/contacts',
    as: visitor,
    shows: 'Harbour Lighting',
  },
  {
    name: 'visitor-scan',
    path: () => '/visitor-dashboard/scan',
    as: visitor,
    shows: /Position the QR code within the camera view/,
  },
  {
    name: 'vendor-scan-badge',
    path: () => '/vendor-dashboard/contacts/scan-badge',
    as: vendor,
    shows: /A wide code must lie level/,
  },
  {
    name: 'visitor-profile',
    path: () => '/visitor-dashboard/profile',
    as: visitor,
    shows: 'Profile Settings',
  },
  { name: 'vendor-chat', path: ({ chat }) => `/chat/${chat}`, as: vendor, shows: SAID.ar.question.text },
  { name: 'visitor-chat', path: ({ chat }) => `/chat/${chat}`, as: visitor, shows: SAID.ar.question.text },
  {
    name: 'vendor-chat-empty',
    path: ({ openSession }) => `/chat/${openSession}`,
    as: vendor,
    shows: 'Waiting for participant...',
  },
  {
    name: 'chat-language',
    path: ({ chat }) => `/chat/${chat}`,
    as: visitor,
    open: (page) => page.getByRole('button', { name: said('chat.changeLanguage') }).click(),
    shows: '中文',
  },
  {
    name: 'chat-share',
    path: ({ chat }) => `/chat/${chat}`,
    as: vendor,
    open: (page) => page.getByRole('button', { name: said('chat.share') }).click(),
    shows: 'Scan this QR code to join the chat session',
  },
  {
    name: 'chat-meeting',
    path: ({ chat }) => `/chat/${chat}`,
    as: visitor,
    open: async (page) => {
      await page.getByRole('button', { name: said('chat.attach.add') }).click();
      await page.getByRole('menuitem', { name: said('meetings.propose') }).click();
      await page.getByRole('button', { name: said('meetings.addTime') }).click();
    },
    shows: 'Add another time',
  },
  {
    name: 'face-to-face',
    path: () => '/face-to-face',
    as: vendor,
    shows: 'This conversation is kept as a chat. Your guest can take it along with a QR code.',
  },
  {
    name: 'chat-not-found',
    path: () => '/chat/00000000-0000-4000-8000-000000000000',
    as: visitor,
    shows: 'Chat session not found',
  },
];

/** Signs the administrator in, unless an earlier sign-in of this browser is still valid. */
export async function openAdminDashboard(page: Page): Promise<void> {
  await ensureAdmin(page);
  await page.reload();
  // The brand's form has a field `name`, too.
  const password = page.locator('input[name="password"]');
  const providers = page.locator('#engines ol').first();
  await expect(password.or(providers)).toBeVisible();
  if (await password.isVisible()) await signInAsAdmin(page, ADMIN);
  // Everything on it has come.
  await expect(providers).toBeVisible();
  await expect(page.locator('#brand form')).toBeVisible();
  await expect(page.locator('#admins li').first()).toBeVisible();
  await expect(page.locator('#security table')).toBeVisible();
}
