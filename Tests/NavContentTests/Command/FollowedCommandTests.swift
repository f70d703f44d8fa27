import Glibc
import NavBase
import NavContent
import NavTestKit
import Synchronization
import Testing

/// Commands whose output is a growing page; all are real programs.
@Suite struct FollowedCommandTests {
  private let directory = TemporaryDirectory()

  /// Returns the page of a command after its end: its paragraphs and lines.
  private func page(
    of line: String,
    within limits: ProcessLimits = .followed,
    in path: String? = nil
  ) throws -> [String] {
    let command = FollowedCommand(line, in: path ?? directory.root, within: limits, changed: {})
    try eventually("it has ended") { !command.isRunning }
    return command.document.texts
  }

  @Test func thePageSaysHowItEnded() throws {
    let done = try page(of: "printf 'a\\nb'")
    #expect(done.first == "a\nb" && done.count == 2)
    #expect(done.last?.hasPrefix("exit 0 after ") == true)
    #expect(done.last?.hasSuffix("; Ctrl-R runs it again") == true)
    let failed = try page(of: "echo no >&2; exit 7")
    #expect(failed.first == "no" && failed.last?.hasPrefix("exit 7 after ") == true)
    let silent = try page(of: "true")
    #expect(silent.first == "It printed nothing.")
    let killed = try page(of: "kill -SEGV $$")
    #expect(killed.last?.hasPrefix("ended by signal 11 (Segmentation fault)") == true)
    let missing = try page(of: "navd-no-such-program")
    #expect(missing.first?.contains("not found") == true)
    #expect(missing.last?.hasPrefix("exit 127 ") == true)
    let nowhere = try page(of: "true", in: directory.path("none"))
    #expect(nowhere.count == 1 && nowhere[0].contains("can't run there"))
  }

  @Test func thePageSaysWhichLimitWasReached() throws {
    var limits = ProcessLimits.followed
    limits.outputBytes = 1 << 20
    let flood = try page(of: "yes", within: limits)
    #expect(flood.first?.hasSuffix("earlier lines are not kept.") == true)
    #expect(flood.last?.contains("more than 1 MiB of output") == true)
    limits.time = .milliseconds(200)
    var slow = try page(of: "echo a; sleep 1000", within: limits)
    // On a busy machine the program may not have started by then.
    while slow.first != "a", limits.time < .seconds(20) {
      limits.time *= 2
      slow = try page(of: "echo a; sleep 1000", within: limits)
    }
    #expect(slow.first == "a")
    let limit = limits.time / .seconds(1)
    #expect(slow.last?.hasPrefix("ended: it took longer than \(limit) s, the limit") == true)
  }

  @Test func thePageGrows() throws {
    let gate = directory.path("gate")
    #expect(mkfifo(gate, 0o600) == 0)
    let counter = Counter()
    let command = FollowedCommand(
      "echo one; read x <gate; echo two",
      in: directory.root,
      changed: { counter.add() }
    )
    try eventually("the first line is there") {
      command.document.texts.first == "one" && counter.count >= 1
    }
    #expect(command.document.texts.last?.hasPrefix("running since ") == true)
    let before = counter.count
    close(open(gate, O_WRONLY))
    try eventually("it has ended") { !command.isRunning && counter.count > before }
    #expect(command.document.texts.first == "one\ntwo")
  }

  @Test func itReadsNothing() throws {
    #expect(try page(of: "cat; read x; echo $?").first == "1")
  }

  @Test func itEndsWithItsPage() throws {
    var command: FollowedCommand? = FollowedCommand(
      "sleep 1000 & echo $$ $!; wait",
      in: directory.root,
      changed: {}
    )
    let numbers = try eventually(
      "it has started",
      get: { () -> [Substring]? in
        let text = command?.document.texts.first ?? ""
        let numbers = text.split(separator: " ")
        return numbers.count == 2 && numbers.allSatisfy { Int($0) != nil } ? numbers : nil
      }
    )
    command = nil
    for number in numbers {
      try eventually("process \(number) is gone") { access("/proc/\(number)", F_OK) != 0 }
    }
  }
}

private final class Counter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }

  func add() { value.wrappingAdd(1, ordering: .relaxed) }
}

extension TextDocument {
  /// The blocks as plain text.
  fileprivate var texts: [String] {
    blocks.compactMap { block in
      switch block {
      case .paragraph(let text): text.text
      case .preformatted(let lines): lines.map(\.text).joined(separator: "\n")
      default: nil
      }
    }
  }
}
