import { connect } from "node:net";

/** Opens a connection to a server of this machine and collects everything received until it is closed. */
export function openSocket(port: number) {
  const socket = connect(port, "127.0.0.1");
  let response = "";
  socket.on("data", (data) => {
    response += data;
  });
  socket.on("error", () => {});
  const closed = new Promise<string>((resolve) => socket.once("close", () => resolve(response)));
  return { socket, closed, response: () => response };
}
