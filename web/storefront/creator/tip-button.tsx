import { Button } from "../../ui/button.tsx";

/** Tips by card are announced, not open yet. */
export function TipButton() {
  return (
    <div className="contents" data-enhance="tip">
      <Button variant="primary" className="needs-scripts" data-part="button">
        Leave a tip
      </Button>
      <p role="status" className="notice" data-part="status" />
      <template data-part="notice">
        <span>Tip checkout is coming soon — watch this space!</span>
      </template>
    </div>
  );
}
