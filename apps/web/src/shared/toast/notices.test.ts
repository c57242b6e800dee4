import type { Notice } from '@dragoman/domain/navigation/decision';
import { expect, test } from 'vitest';
import en from '../i18n/en.start.json';
import { NOTICES } from './notices.ts';

/** The texts of specification 2.2, 5.1, 8, letter by letter. */
const SPECIFIED: Record<Notice, [title: string, text?: string]> = {
  'authentication-required': ['Authentication required', 'Please log in to access this page'],
  'session-ended': ['Your session has ended', 'Please log in again. What you typed is still here.'],
  'access-denied-vendor': ['Access denied', 'This page is only accessible to vendors'],
  'access-denied-visitor': ['Access denied', 'This page is only accessible to visitors'],
  'complete-profile': ['Complete your profile', 'Please complete your profile setup to continue'],
  'welcome-back-vendor': ['Welcome back!', "You're logged in as a vendor"],
  'welcome-back-visitor': ['Welcome back!', "You're logged in as a visitor"],
  'vendor-profile-saved': ['Profile created successfully!', 'You will be redirected to your dashboard.'],
  'visitor-profile-saved': ['Profile updated'],
  'session-not-found': ['Session Error', 'Session not found'],
  'session-taken': ['Session Error', 'This chat session is already taken by another visitor'],
  'session-only-visitors': [
    'Session Error',
    'Only visitors can join chat sessions. Please create a visitor account.',
  ],
  'session-load-failed': ['Session Error', 'Failed to load session'],
  'join-taken': ['Error', 'This session is already taken by another visitor'],
  'join-not-visitor': [
    'Invalid Role',
    'Only visitors can join chat sessions. Please create a visitor account.',
  ],
  'join-closed': ['Error', "This chat can't be opened."],
  'join-full': ['Error', 'You already have as many chats as possible.'],
  'join-failed': ['Error', 'Failed to join session'],
  'logout-failed': ['There was a problem logging out. Please try again.'],
};

function english(key: string): unknown {
  return key.split('.').reduce<unknown>((texts, part) => (texts as Record<string, unknown>)[part], en);
}

test.each(Object.keys(NOTICES) as Notice[])('%s reads as specified', (notice) => {
  const { title, ...more } = NOTICES[notice];
  const texts = [title, ...('text' in more ? [more.text] : [])].map(english);
  expect(texts).toEqual(SPECIFIED[notice]);
});
