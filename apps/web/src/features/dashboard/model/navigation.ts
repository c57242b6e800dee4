import type { Role } from '@dragoman/domain/roles';
import { dashboardPath } from '@dragoman/domain/routes';
import {
  ChartColumn,
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
    { to: `${root}/sessions`, icon: MessagesSquare, label: 'sessions' },
    { to: `${root}/contacts`, icon: UsersRound, label: role === 'vendor' ? 'visitors' : 'vendors' },
    { to: `${root}/leads`, icon: NotebookPen, label: role === 'vendor' ? 'leads' : 'peopleMet' },
    ...(role === 'vendor'
      ? [
          { to: `${root}/qr-codes`, icon: QrCode, label: 'generateQr' } as const,
          { to: `${root}/analytics`, icon: ChartColumn, label: 'analytics' } as const,
        ]
      : [{ to: `${root}/scan`, icon: ScanLine, label: 'scanQr' } as const]),
    { to: `${root}/profile`, icon: UserRound, label: 'profile' },
  ];
}
