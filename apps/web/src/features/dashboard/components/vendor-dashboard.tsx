import { DashboardGate } from './dashboard-gate.tsx';

/** `/vendor-dashboard`: for vendors only. */
export function VendorDashboard() {
  return <DashboardGate dashboard="vendor" />;
}
