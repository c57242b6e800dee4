import type { QueryClient } from '@tanstack/react-query';
import { dashboardQuery, sendAdminAction } from '../api/dashboard.ts';

export interface AttendeeList {
  /** ISO 8601. */
  uploadedAt: string;
  count: number;
}

export interface BrokenRow {
  row: number;
  reason: 'columns' | 'quotes' | 'no_id' | 'no_name' | 'duplicate_id' | 'too_long';
}

export interface BrokenRows {
  count: number;
  /** The first ones. */
  first: BrokenRow[];
}

/** Ten megabytes over the network of a hall, and their reading. */
const UPLOAD_MS = 180_000;

export function attendeesQuery(queryClient: QueryClient) {
  return dashboardQuery<{ list: AttendeeList | null }>(queryClient, ['attendees'], () => '/attendees', false);
}

/** Puts the file in the place of the list. @throws as `callEventAdmin` */
export function uploadAttendees(
  queryClient: QueryClient,
  file: File,
): Promise<{ list: AttendeeList; broken: BrokenRows }> {
  const call = { method: 'PUT', body: file, timeoutMs: UPLOAD_MS } as const;
  return sendAdminAction(queryClient, '/attendees', call, ['attendees']);
}

/** @throws as `callEventAdmin` */
export function removeAttendees(queryClient: QueryClient): Promise<undefined> {
  return sendAdminAction(queryClient, '/attendees', { method: 'DELETE' }, ['attendees']);
}
