import { CostError } from '@shardform/cost-model';
import { donationReport, type DonationReport } from '@shardform/study';
import { defineAnswer } from '../define-view.ts';

/** Which arguments a program could donate, and what that would free; `null` where memory is unknown. */
export default defineAnswer((session): DonationReport | null => {
  try {
    return donationReport(session.study, session.machine);
  } catch (error) {
    if (error instanceof CostError) return null;
    throw error;
  }
});
