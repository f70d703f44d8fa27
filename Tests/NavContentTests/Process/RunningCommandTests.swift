import Glibc
import NavSystem
import NavTestKit
import Synchronization
import Testing

@testable import NavContent

/// Programs watched while they run, all real ones.
@Suite struct RunningCommandTests {
  private let directory = TemporaryDirectory()

  /// The output of a command and its number of notifications.
  private final class Watcher: Sendable {
    let bytes = Mutex<[UInt8]>([])
    let changes = Atomic(0)

    func start(
      _ line: String,
      within limits: ProcessLimits = .followed
    ) -> RunningCommand {
      RunningCommand(
        .shell(line),
        within: limits,
        receive: { more in self.bytes.withLock { $0 += more } },
        changed: { self.changes.wrappingAdd(1, ordering: .relaxed) }
      )
    }

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    var count: Int { changes.load(ordering: .relaxed) }
  }

  @Test func outputIsShownWhileItRuns() throws {
    let watcher = Watcher()
    let gate = directory.path("gate")
    #expect(mkfifo(gate, 0o600) == 0)
    let command = watcher.start("echo one; read x <\(gate); echo two; exit 4")
    try eventually("the first line is there") { watcher.text == "one\n" && watcher.count >= 1 }
    #expect(command.state.isRunning)
    let file = open(gate, O_WRONLY)
    close(file)
    try eventually("it has ended") { !command.state.isRunning }
    guard case .ended(.exited(code: 4), let time) = command.state else {
      Issue.record("ended with \(command.state)")
      return
    }
    #expect(time > .zero)
    #expect(watcher.text == "one\ntwo\n")
  }

  @Test func newOutputIsReportedTenTimesASecondAtMost() throws {
    let watcher = Watcher()
    let start = ContinuousClock.now
    let command = watcher.start("for i in $(seq 400); do echo $i; sleep 0.002; done")
    try eventually("it has ended") { !command.state.isRunning }
    let most = (ContinuousClock.now - start) / RunningCommand.interval + 3
    try eventually("the end was said") { watcher.count >= 2 }
    #expect(watcher.count <= Int(most))
    #expect(watcher.text.hasSuffix("\n400\n"))
  }

  @Test func itsGroupEndsWhenItIsStoppedOrReleased() throws {
    for isStopped in [true, false] {
      let watcher = Watcher()
      var command: RunningCommand? = watcher.start("sleep 1000 & echo $$ $!; wait")
      let numbers = try eventually(
        "it has started",
        get: { () -> [Substring]? in
          let numbers = watcher.text.split(whereSeparator: \.isWhitespace)
          return watcher.text.hasSuffix("\n") && numbers.count == 2 ? numbers : nil
        }
      )
      if isStopped { command?.stop() } else { command = nil }
      for number in numbers {
        try eventually("process \(number) is gone") { access("/proc/\(number)", F_OK) != 0 }
      }
      guard let command else { continue }
      try eventually("it has ended") { !command.state.isRunning }
      guard case .ended(.stopped(.unwanted), _) = command.state else {
        Issue.record("ended with \(command.state)")
        return
      }
    }
  }

  @Test func aFailedStartIsReportedOnce() throws {
    let watcher = Watcher()
    let command = RunningCommand(
      Invocation(["navd-no-such-program"]),
      receive: { _ in },
      changed: { watcher.changes.wrappingAdd(1, ordering: .relaxed) }
    )
    try eventually("it has failed") { !command.state.isRunning }
    #expect(command.state == .failed(.notFound(program: "navd-no-such-program")))
    try eventually("it was said") { watcher.count == 1 }
  }

  @Test func tooMuchOutputIsCut() throws {
    let watcher = Watcher()
    let limits = ProcessLimits(outputBytes: 1 << 20, time: .seconds(60), memory: 1 << 30)
    let command = watcher.start("yes", within: limits)
    try eventually("it has ended") { !command.state.isRunning }
    guard case .ended(.stopped(.output), _) = command.state else {
      Issue.record("ended with \(command.state)")
      return
    }
    #expect(watcher.bytes.withLock { $0.count } == 1 << 20)
  }
}
