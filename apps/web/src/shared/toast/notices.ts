import type { Notice } from '@dragoman/domain/navigation/decision';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from './toast.ts';

/**
 * The texts of the notices of navigation decisions (specification 2.2, 5.1, 8). Notices with the
 * same `id` replace each other, so after two redirects the user sees the last reason.
 */
export const NOTICES = {
  'authentication-required': { id: 'guard', tone: 'error', title: 'guard.authTitle', text: 'guard.authText' },
  'session-ended': {
    id: 'guard',
    tone: 'error',
    title: 'network.sessionEndedTitle',
    text: 'network.sessionEndedText',
  },
  'access-denied-vendor': {
    id: 'guard',
    tone: 'error',
    title: 'guard.deniedTitle',
    text: 'guard.denied.vendor',
  },
  'access-denied-visitor': {
    id: 'guard',
    tone: 'error',
    title: 'guard.deniedTitle',
    text: 'guard.denied.visitor',
  },
  'complete-profile': {
    id: 'landing',
    tone: 'info',
    title: 'notices.completeTitle',
    text: 'notices.completeText',
  },
  'welcome-back-vendor': {
    id: 'landing',
    tone: 'info',
    title: 'notices.welcomeTitle',
    text: 'notices.welcome.vendor',
  },
  'welcome-back-visitor': {
    id: 'landing',
    tone: 'info',
    title: 'notices.welcomeTitle',
    text: 'notices.welcome.visitor',
  },
  'vendor-profile-saved': {
    id: 'setup',
    tone: 'success',
    title: 'notices.vendorSavedTitle',
    text: 'notices.vendorSavedText',
  },
  'visitor-profile-saved': { id: 'setup', tone: 'success', title: 'notices.visitorSaved' },
  'session-not-found': {
    id: 'session',
    tone: 'error',
    title: 'join.errorTitle',
    text: 'join.sessionNotFound',
  },
  'session-taken': { id: 'session', tone: 'error', title: 'join.errorTitle', text: 'join.taken' },
  'session-only-visitors': {
    id: 'session',
    tone: 'error',
    title: 'join.errorTitle',
    text: 'join.onlyVisitors',
  },
  'session-load-failed': { id: 'session', tone: 'error', title: 'join.errorTitle', text: 'join.loadFailed' },
  'join-taken': { id: 'session', tone: 'error', title: 'common.error', text: 'join.takenOnJoin' },
  'join-not-visitor': { id: 'session', tone: 'error', title: 'join.invalidRole', text: 'join.onlyVisitors' },
  'join-closed': { id: 'session', tone: 'error', title: 'common.error', text: 'join.closed' },
  'join-full': { id: 'session', tone: 'error', title: 'common.error', text: 'join.full' },
  'join-failed': { id: 'session', tone: 'error', title: 'common.error', text: 'join.joinFailed' },
  'logout-failed': { id: 'logout', tone: 'error', title: 'notices.logoutFailed' },
} as const satisfies Record<Notice, { id: string; tone: keyof typeof SHOW; title: string; text?: string }>;

const SHOW = { info: toast, success: toast.success, error: toast.error };

/** @returns a function that shows a notice as a toast. */
export function useNotify(): (notice: Notice) => void {
  const { t } = useTranslation();
  return useCallback(
    (notice) => {
      const { id, tone, title, ...more } = NOTICES[notice];
      SHOW[tone](t(title), { id, ...('text' in more ? { description: t(more.text) } : {}) });
    },
    [t],
  );
}
