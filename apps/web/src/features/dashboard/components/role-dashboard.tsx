import { RequireDashboardRole } from './require-dashboard-role.tsx';

/** `/vendor-dashboard`: for vendors only. */
export function VendorDashboard() {
  return <RequireDashboardRole dashboard="vendor" />;
}

/** `/visitor-dashboard`: for visitors only. */
export function VisitorDashboard() {
  return <RequireDashboardRole dashboard="visitor" />;
}
