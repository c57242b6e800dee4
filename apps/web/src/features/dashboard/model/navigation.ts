import type { Role } from '@dragoman/domain/roles';
import { chatsPath, dashboardPath, TEAM_PATH } from '@dragoman/domain/routes';
import {
  ChartColumn,
  Contact,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  NotebookPen,
  QrCode,
  ScanLine,
  UserRound,
  UsersRound,
} from 'lucide-react';

interface Section {
  to: string;
  icon: LucideIcon;
  label:
    | 'overview'
    | 'sessions'
    | 'visitors'
    | 'vendors'
    | 'leads'
    | 'peopleMet'
    | 'analytics'
    | 'team'
    | 'generateQr'
    | 'scanQr'
    | 'profile';
  /** The root matches only itself, or it would be current everywhere. */
  end?: boolean;
}

/**
 * The sidebar's sections in the order of specification 2.10, and the user's notes after the
 * contacts.
 */
export function sections(role: Role): Section[] {
  const root = dashboardPath(role);
  return [
    { to: root, icon: LayoutDashboard, label: 'overview', end: true },
    { to: chatsPath(role), icon: MessagesSquare, label: 'sessions' },
    { to: `${root}/contacts`, icon: UsersRound, label: role === 'vendor' ? 'visitors' : 'vendors' },
    { to: `${root}/leads`, icon: NotebookPen, label: role === 'vendor' ? 'leads' : 'peopleMet' },
    ...(role === 'vendor'
      ? [
          { to: `${root}/qr-codes`, icon: QrCode, label: 'generateQr' } as const,
          { to: `${root}/analytics`, icon: ChartColumn, label: 'analytics' } as const,
          { to: TEAM_PATH, icon: Contact, label: 'team' } as const,
        ]
      : [{ to: `${root}/scan`, icon: ScanLine, label: 'scanQr' } as const]),
    { to: `${root}/profile`, icon: UserRound, label: 'profile' },
  ];
}

interface Tab extends Omit<Section, 'label'> {
  label: 'overview' | 'chats' | 'code' | 'scan' | 'leads' | 'vendors';
}

/** The four pages of a phone's tab bar; the fifth place opens the drawer with all sections. */
export function tabs(role: Role): Tab[] {
  const root = dashboardPath(role);
  return [
    { to: root, icon: LayoutDashboard, label: 'overview', end: true },
    { to: chatsPath(role), icon: MessagesSquare, label: 'chats' },
    ...(role === 'vendor'
      ? [
          { to: `${root}/qr-codes`, icon: QrCode, label: 'code' } as const,
          { to: `${root}/leads`, icon: NotebookPen, label: 'leads' } as const,
        ]
      : [
          { to: `${root}/scan`, icon: ScanLine, label: 'scan' } as const,
          { to: `${root}/contacts`, icon: UsersRound, label: 'vendors' } as const,
        ]),
  ];
}
