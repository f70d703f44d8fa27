import Glibc
import NavSystem
import NavTestKit
import Synchronization
import Testing

@testable import NavContent

/// Programs that run to their end, all real ones.
@Suite struct ProcessRunTests {
  private let directory = TemporaryDirectory()
  private static let limits = ProcessLimits(
    outputBytes: 100_000,
    time: .seconds(60),
    memory: 1 << 30
  )

  private func check(
    _ invocation: Invocation,
    within limits: ProcessLimits = limits,
    prints output: String,
    errors: String = "",
    end: ProcessEnd = .exited(code: 0),
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try invocation.run(within: limits)
    #expect(String(decoding: found.bytes, as: UTF8.self) == output, sourceLocation: location)
    #expect(String(decoding: found.errors, as: UTF8.self) == errors, sourceLocation: location)
    #expect(found.end == end, sourceLocation: location)
  }

  @Test func argumentsBypassTheShell() throws {
    try check(
      Invocation(["printf", "%s|", "a b", "$HOME", "", "*", "é"]),
      prints: "a b|$HOME||*|é|"
    )
    try check(.shell("x=1; echo $x | tr 1 2"), prints: "2\n")
  }

  @Test func ends() throws {
    try check(.shell("exit 3"), prints: "", end: .exited(code: 3))
    try check(.shell("kill -9 $$"), prints: "", end: .signalled(SIGKILL))
    try check(Invocation(["true"]), prints: "")
    try check(Invocation(["false"]), prints: "", end: .exited(code: 1))
  }

  @Test func standardErrorIsRedirected() throws {
    var invocation = Invocation.shell("echo a; echo b >&2; echo c")
    try check(invocation, prints: "a\nb\nc\n")
    invocation.errors = .apart
    try check(invocation, prints: "a\nc\n", errors: "b\n")
    invocation.errors = .dropped
    try check(invocation, prints: "a\nc\n")
  }

  @Test func standardInputIsGivenOrEmpty() throws {
    try check(Invocation(["cat"]), prints: "")
    try check(Invocation(["cat"], input: Array("given".utf8)), prints: "given")
    let long = String(repeating: "x", count: 99_999)
    try check(Invocation(["cat"], input: Array(long.utf8)), prints: long)
    // A program that does not read its input does not block.
    try check(Invocation(["true"], input: Array(long.utf8)), prints: "")
  }

  @Test func itRunsInTheGivenDirectory() throws {
    let resolved = try #require(realpath(directory.root, nil))
    defer { free(resolved) }
    let root = String(cString: resolved)
    try check(Invocation(["pwd"], directory: directory.root), prints: root + "\n")
    #expect(throws: ProcessError.noDirectory(path: directory.path("none"))) {
      try Invocation(["pwd"], directory: directory.path("none")).run()
    }
    let file = directory.write([], to: "file")
    #expect(throws: ProcessError.noDirectory(path: file)) {
      try Invocation(["pwd"], directory: file).run()
    }
  }

  @Test func programsThatCannotRun() throws {
    let text = directory.write(Array("not a program".utf8), to: "text")
    let denied: [([String], ProcessError)] = [
      (["navd-no-such-program"], .notFound(program: "navd-no-such-program")),
      (["/no/such/program"], .notFound(program: "/no/such/program")),
      ([text], .notPermitted(program: text)),
      (["/"], .notPermitted(program: "/")),
      ([], .invalidArguments),
      ([""], .invalidArguments),
      (["echo", "a\0b"], .invalidArguments),
      (["echo", String(repeating: "x", count: 4 << 20)], .invalidArguments),
    ]
    for (arguments, error) in denied {
      #expect(throws: error) { try Invocation(arguments).run() }
      #expect(!error.description.contains("\n"))
    }
  }

  @Test func itInheritsNothing() throws {
    // Only its own descriptors, no terminal, default signal handling.
    try check(Invocation(["ls", "/proc/self/fd"]), prints: "0\n1\n2\n3\n")
    try check(.shell("(: </dev/tty) 2>/dev/null && echo tty; echo done"), prints: "done\n")
    let found = try Invocation(["grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"]).run()
    let lines = String(decoding: found.bytes, as: UTF8.self).split(separator: "\n")
    try #require(lines.count == 2)
    for line in lines {
      let mask = try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
      // From 32 on signals are the C library's and real-time ones.
      #expect(mask & 0x7FFF_FFFF == 0, "\(line)")
    }
  }

  @Test func theEnvironmentRequestsColourAndNoPager() throws {
    let names =
      "$TERM $COLUMNS $PAGER $GIT_PAGER $MANPAGER $CLICOLOR_FORCE ${NO_COLOR-no} ${LESS-no}"
    setenv("NO_COLOR", "1", 1)
    defer { unsetenv("NO_COLOR") }
    try check(.shell("echo \(names)"), prints: "xterm-256color 80 cat cat cat 1 no no\n")
    let wide = ProcessEnvironment.inherited(columns: 132)
    try check(.shell("echo $COLUMNS", environment: wide), prints: "132\n")
  }

  @Test func outputAtItsLimitAndOnePast() throws {
    var limits = Self.limits
    limits.outputBytes = 5
    try check(.shell("printf 12345"), within: limits, prints: "12345")
    let stopped = ProcessEnd.stopped(.output)
    try check(.shell("printf 123456"), within: limits, prints: "12345", end: stopped)
    try check(Invocation(["yes"]), within: limits, prints: "y\ny\ny", end: stopped)
    limits.outputBytes = 100_000
    let found = try Invocation(["head", "-c", "1000000000", "/dev/zero"]).run(within: limits)
    #expect(found.bytes.count == 100_000 && found.end == stopped)
  }

  @Test func timeIsLimitedAndTheGroupEndsWithIt() throws {
    // The first one ends by SIGTERM; the second one and its child have to be killed.
    for trap in ["", "trap '' TERM; "] {
      let line = "\(trap)sleep 1000 & echo $$ $!; while :; do sleep 1000; done"
      var limits = Self.limits
      limits.time = .milliseconds(300)
      var found = try Invocation.shell(line).run(within: limits)
      // On a busy machine the program may not have started by then.
      while found.bytes.isEmpty, limits.time < .seconds(20) {
        limits.time *= 2
        found = try Invocation.shell(line).run(within: limits)
      }
      #expect(found.end == .stopped(.time))
      let numbers = String(decoding: found.bytes, as: UTF8.self).split(
        whereSeparator: \.isWhitespace
      )
      try #require(numbers.count == 2)
      for number in numbers {
        try eventually("process \(number) is gone") { access("/proc/\(number)", F_OK) != 0 }
      }
    }
  }

  @Test func childrenEndWithTheirProgram() throws {
    let found = try Invocation.shell("sleep 1000 & echo $!").run(within: Self.limits)
    #expect(found.end == .exited(code: 0))
    let number = String(decoding: found.bytes.dropLast(), as: UTF8.self)
    try eventually("process \(number) is gone") { access("/proc/\(number)", F_OK) != 0 }
  }

  @Test func memoryIsLimitedButNotWhatIsMappedFromFiles() throws {
    var limits = Self.limits
    limits.memory = 64 << 20
    // `sort` keeps a line in memory: one of 200 MB exceeds the limit.
    let hungry = "head -c 200000000 /dev/zero | sort >/dev/null"
    let found = try Invocation.shell(hungry).run(within: limits)
    #expect(!found.end.isSuccess)
    try check(.shell("head -c 20000000 /dev/zero | sort | wc -c"), prints: "20000001\n")
  }

  @Test func nothingLeaks() throws {
    func descriptors() throws -> Int {
      let listing = try #require(opendir("/proc/self/fd"))
      defer { closedir(listing) }
      var count = 0
      while readdir(listing) != nil { count += 1 }
      return count
    }
    let before = try descriptors()
    for round in 0..<300 {
      var invocation = Invocation(["true"], input: round % 2 == 0 ? [] : [1])
      invocation.errors = round % 3 == 0 ? .apart : .merged
      _ = try invocation.run(within: Self.limits)
      _ = try? Invocation(["/no/such/program"]).run()
    }
    // Concurrent tests have descriptors of their own.
    try eventually("no descriptor is left behind") { try descriptors() < before + 150 }
    let printed = try Invocation.shell("echo $$").run()
    let number = String(decoding: printed.bytes.dropLast(), as: UTF8.self)
    #expect(access("/proc/\(number)", F_OK) != 0)
  }

  @Test func interruptedCallsContinue() throws {
    // Signals with a handler, sent repeatedly to the waiting thread.
    signal(SIGURG) { _ in }
    let interrupter = Interrupter(pthread_self())
    try interrupter.start()
    defer { interrupter.finish() }
    for _ in 0..<20 {
      try check(.shell("sleep 0.02; echo a; sleep 0.02; echo b"), prints: "a\nb\n")
    }
  }
}

/// Sends a signal to a thread every millisecond.
private final class Interrupter: @unchecked Sendable {
  private let target: pthread_t
  private var thread = pthread_t()
  private let isOver = Atomic(false)

  init(_ target: pthread_t) {
    self.target = target
  }

  func start() throws {
    let status = pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument else { return nil }
        let interrupter = Unmanaged<Interrupter>.fromOpaque(argument).takeUnretainedValue()
        while !interrupter.isOver.load(ordering: .relaxed) {
          pthread_kill(interrupter.target, SIGURG)
          poll(nil, 0, 1)
        }
        return nil
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
    try #require(status == 0)
  }

  func finish() {
    isOver.store(true, ordering: .relaxed)
    pthread_join(thread, nil)
  }
}
