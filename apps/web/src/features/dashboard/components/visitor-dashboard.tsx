import { DashboardGate } from './dashboard-gate.tsx';

/** `/visitor-dashboard`: for visitors only. */
export function VisitorDashboard() {
  return <DashboardGate dashboard="visitor" />;
}
