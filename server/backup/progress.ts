/** Reports the progress of a command. */
export type Progress = {
  /** Starts a step. `total` is its number of bytes, if known. */
  step(text: string, total?: number): void;
  bytes(count: number): void;
  /** Ends the output. */
  end(): void;
};

const RENDER_INTERVAL_MS = 200;

/** Creates a progress report: one updated line on a terminal, otherwise a line for each step. */
export function createProgress(output: NodeJS.WriteStream): Progress {
  let text = "";
  let total: number | undefined;
  let done = 0;
  let renderedAt = 0;
  const render = () => {
    const counted = total ? `${formatBytes(done)} of ${formatBytes(total)}` : formatBytes(done);
    output.write(`\r\u001b[K${text} … ${counted}`);
  };
  const close = () => {
    if (!text || !output.isTTY) return;
    render();
    output.write("\n");
  };
  return {
    step(next, bytes) {
      close();
      [text, total, done] = [next, bytes, 0];
      if (!output.isTTY) output.write(`${text} …\n`);
    },
    bytes(count) {
      done += count;
      if (!output.isTTY || performance.now() - renderedAt < RENDER_INTERVAL_MS) return;
      renderedAt = performance.now();
      render();
    },
    end() {
      close();
      text = "";
    },
  };
}

/** Returns a size as `1.2 GB`, `34 MB` or `5 KB`. */
export function formatBytes(bytes: number): string {
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000;
  return `${value.toFixed(value < 9.95 && unit > 0 ? 1 : 0)} ${units[unit]}`;
}
