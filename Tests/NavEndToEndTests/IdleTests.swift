import Foundation
import NavTestKit
import Testing

/// Idle programs use almost no processor time.
@Suite(.waiting) struct IdleTests {
  /// The resources that a process has used.
  private struct Use {
    /// Processor time in kernel ticks, user and system.
    let ticks: Int
    /// Resident memory, in bytes.
    let memory: Int

    init(of id: pid_t) throws {
      let text = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
      // Fields are counted from the end of the name, which may contain spaces: utime is the 14th, stime the 15th, rss
      // the 24th.
      let name = try #require(text.lastIndex(of: ")"))
      let fields = text[name...].split(separator: " ")
      ticks = try #require(Int(fields[12])) + #require(Int(fields[13]))
      memory = try #require(Int(fields[22])) * sysconf(Int32(_SC_PAGESIZE))
    }
  }

  /// A gate against spinning and leaking.
  ///
  /// It is no measurement: the tests run in parallel, in debug builds. Over 5 s a process may use 2 % of one core, ten
  /// times the goal; a spinning one uses 100 %.
  @Test func nothingSpinsAndNothingIsLarge() throws {
    let (sandbox, daemon) = try Daemon.inSandbox()
    let terminal = try sandbox.viewer(opening: Deck.short)
    try terminal.type("Right")
    try terminal.wait(forPage: 2, of: Deck.short)

    let window = Duration.seconds(5)
    let perSecond = sysconf(Int32(_SC_CLK_TCK))
    let programs = try [("navd", daemon.id), ("navclient", terminal.processID())]
    let before = try programs.map { try Use(of: $0.1) }
    let start = ContinuousClock.now
    try eventually("\(window) have passed") { ContinuousClock.now - start >= window }
    for (program, before) in zip(programs, before) {
      let after = try Use(of: program.1)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let share = Double(after.ticks - before.ticks) / Double(perSecond) / seconds
      let limit = isSanitized ? 0.2 : 0.02
      #expect(share < limit, "\(program.0) uses \(share * 100) % of a core")
      // A release build takes less than half of this.
      if !isSanitized {
        #expect(after.memory < 60 << 20, "\(program.0) takes \(after.memory >> 10) KiB")
      }
    }
    try terminal.type("Right")
    try terminal.wait(forPage: 3, of: Deck.short)
  }
}
