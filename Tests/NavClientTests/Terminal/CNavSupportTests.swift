import CNavSupport
import Glibc
import Testing

@Suite(.timeLimit(.minutes(120))) struct CNavSupportTests {
  @Test func repeatedSignalsAreOneEvent() {
    let event = nav_eventfd_open()
    defer { close(event) }
    #expect(nav_eventfd_drain(event) == 0)
    #expect(nav_eventfd_signal(event) == 0)
    #expect(nav_eventfd_signal(event) == 0)
    #expect(isReadable(event, timeout: 0))
    #expect(nav_eventfd_drain(event) == 1)
    #expect(nav_eventfd_drain(event) == 0)
    #expect(!isReadable(event, timeout: 0))
    #expect(nav_eventfd_drain(-1) == -1)
  }

  @Test func aBlockedSignalIsRead() {
    let signals = nav_signalfd_open([SIGUSR1, SIGUSR2], 2)
    defer {
      close(signals)
      #expect(nav_signal_unblock(SIGUSR1) == 1)
      #expect(nav_signal_unblock(SIGUSR2) == 1)
    }
    #expect(nav_signalfd_read(signals) == 0)
    // Sent to this thread alone: no other one blocks it.
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(isReadable(signals, timeout: 60_000))
    #expect(nav_signalfd_read(signals) == SIGUSR2)
    #expect(nav_signalfd_read(signals) == 0)
    #expect(nav_signalfd_open([99], 1) == -1)
  }

  @Test func aProgramRunsInItsOwnTerminal() throws {
    var pid: pid_t = 0
    let output = try run(
      [
        "sh", "-c",
        "tty >/dev/null && stty size && echo \"$GREETING\" && ls /proc/self/fd | wc -l; exit 7",
      ],
      environment: ["PATH=/usr/bin:/bin", "GREETING=hello"],
      pid: &pid
    )
    // `ls` has opened one of its own, besides the standard three.
    #expect(output == "30 100\r\nhello\r\n4\r\n")
    var status: Int32 = 0
    #expect(waitpid(pid, &status, 0) == pid)
    #expect(status >> 8 == 7)
  }

  @Test func aMissingProgramIsAnError() {
    var pid: pid_t = 0
    #expect(throws: Failure(number: ENOENT)) {
      try run(["/nonexistent/program"], environment: [], pid: &pid)
    }
  }

  @Test func theGuardHasALimit() throws {
    let pty = try PseudoTerminal()
    var modes = termios()
    tcgetattr(pty.device, &modes)
    let bytes = [UInt8](repeating: 0x20, count: Int(NAV_GUARD_LIMIT) + 1)
    #expect(nav_guard_arm(pty.device, &modes, bytes, bytes.count) == -1)
    #expect(errno == EMSGSIZE)
  }

  private struct Failure: Error, Equatable {
    var number: Int32
  }

  /// Starts a program and reads until it has closed its terminal.
  private func run(_ arguments: [String], environment: [String], pid: inout pid_t) throws -> String
  {
    var argv = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) } + [nil]
    defer { (argv + variables).forEach { free($0) } }
    let master = nav_spawn_pty(&argv, &variables, 100, 30, &pid)
    guard master >= 0 else { throw Failure(number: errno) }
    defer { close(master) }
    var output: [UInt8] = []
    while isReadable(master, timeout: 60_000) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(master, &bytes, bytes.count)
      if count <= 0 { break }
      output += bytes.prefix(count)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func isReadable(_ descriptor: Int32, timeout: Int32) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, timeout) > 0
  }
}
