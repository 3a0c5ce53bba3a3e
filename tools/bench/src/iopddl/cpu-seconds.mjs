/** Seconds that the processor has worked for this program: other work on the machine does not count. */
export function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
