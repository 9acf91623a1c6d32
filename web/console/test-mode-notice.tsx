/** Says that sales are not real: every checkout is the mock checkout, which takes no payment. */
export function TestModeNotice() {
  return <p className="text-muted">Buyers aren't charged: payments run in test mode.</p>;
}
