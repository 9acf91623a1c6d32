/** What is told on the way. */
export type Progress = {
  /** What is being done now; `total` in bytes where it is known. */
  step(text: string, total?: number): void;
  bytes(count: number): void;
  /** Nothing more is to come. */
  end(): void;
};

const BETWEEN_MS = 200;

/** On a terminal one line that counts; elsewhere a line for each step. */
export function createProgress(output: NodeJS.WriteStream): Progress {
  let text = "";
  let total: number | undefined;
  let done = 0;
  let drawn = 0;
  const draw = () => {
    const counted = total ? `${formatBytes(done)} of ${formatBytes(total)}` : formatBytes(done);
    output.write(`\r\u001b[K${text} … ${counted}`);
  };
  const close = () => {
    if (!text || !output.isTTY) return;
    draw();
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
      if (!output.isTTY || performance.now() - drawn < BETWEEN_MS) return;
      drawn = performance.now();
      draw();
    },
    end() {
      close();
      text = "";
    },
  };
}

/** `1.2 GB`, `34 MB`, `5 KB`. */
export function formatBytes(bytes: number): string {
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes / 1000;
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000;
  return `${value.toFixed(value < 9.95 && unit > 0 ? 1 : 0)} ${units[unit]}`;
}
