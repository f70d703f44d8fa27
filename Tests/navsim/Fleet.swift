import ArgumentParser
import Foundation
import Glibc
import NavSimulation
import NavTestKit

/// The processes that share the seeds of a plan, and their reports.
struct Fleet {
  enum Outcome {
    case done(Summary)
    /// The first seed that fails or crashes its process.
    case failed(seed: UInt64)
  }

  let plan: Plan
  let jobs: UInt64

  /// The interval of progress reports.
  private static let reportInterval = Duration.seconds(3)

  /// Runs all processes to their end, or to the first failure.
  func run() throws -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    var crew = try (0..<jobs).map { try CrewMember(plan: plan, offset: $0, stride: jobs) }
    defer { for member in crew { member.stop() } }
    var reportAt = start + Self.reportInterval
    while crew.contains(where: { !$0.isOver }) {
      Self.read(&crew, for: max(.zero, reportAt - clock.now))
      if let seed = crew.compactMap(\.failedSeed).min() { return .failed(seed: seed) }
      if clock.now >= reportAt {
        reportAt = clock.now + Self.reportInterval
        let done = crew.reduce(0) { $0 + $1.done }
        say(
          "\(Summary.grouped(done)) of \(Summary.grouped(plan.seeds)) seeds, \(Summary.seconds(clock.now - start))"
        )
      }
    }
    var summary = Summary(seeds: plan.seeds, time: clock.now - start)
    for member in crew {
      summary.coverage.add(member.coverage)
      summary.digest &+= member.digest
    }
    return .done(summary)
  }

  /// Reads the reports of all processes, waiting a while for one.
  private static func read(_ crew: inout [CrewMember], for time: Duration) {
    let open = crew.indices.filter { !crew[$0].isOver }
    var polls = open.map { pollfd(fd: crew[$0].descriptor, events: Int16(POLLIN), revents: 0) }
    let milliseconds = time / .milliseconds(1)
    _ = poll(&polls, nfds_t(polls.count), Int32(milliseconds.rounded(.up)))
    for (index, entry) in zip(open, polls) where entry.revents != 0 { crew[index].read() }
  }
}

/// The results of all seeds.
struct Summary {
  let seeds: UInt64
  let time: Duration
  var coverage = Coverage()
  /// A digest of all events of all runs: the same seeds give the same digest.
  var digest: UInt64 = 0

  init(seeds: UInt64, time: Duration) {
    self.seeds = seeds
    self.time = time
  }

  var text: String {
    """
    \(Self.grouped(seeds)) seeds, 0 violations, \(Self.seconds(time)), digest \(String(digest, radix: 16))
    \(coverage.line)
    """
  }

  static func seconds(_ time: Duration) -> String { "\(time.components.seconds) s" }

  /// Formats a number with a comma in front of every three digits.
  static func grouped(_ number: UInt64) -> String {
    guard number >= 1_000 else { return "\(number)" }
    return "\(grouped(number / 1_000)),\("\(1_000 + number % 1_000)".dropFirst())"
  }
}

/// One process of the fleet, as its parent sees it.
private struct CrewMember {
  private let process = Process()
  private let pipe = Pipe()
  private let stride: UInt64
  private var unread: [UInt8] = []
  /// The seed that the process runs now.
  private var current: UInt64?
  private(set) var done: UInt64 = 0
  private(set) var failedSeed: UInt64?
  private(set) var coverage = Coverage()
  private(set) var digest: UInt64 = 0
  private(set) var isOver = false
  private var hasFinished = false

  init(plan: Plan, offset: UInt64, stride: UInt64) throws {
    self.stride = stride
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "--stride", "\(stride)", "--first", "\(plan.first + offset)",
      "--seeds", "\(plan.seeds - offset)", "--incidents", "\(plan.incidents)",
    ]
    process.arguments?.append(contentsOf: plan.arguments)
    process.standardOutput = pipe
    try process.run()
    // The parent's copy would keep the pipe open after the process ends.
    try pipe.fileHandleForWriting.close()
  }

  var descriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }

  func stop() {
    if process.isRunning { process.terminate() }
  }

  /// Reads the process's new report lines.
  mutating func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return end() }
    unread += buffer.prefix(count)
    let lines = unread.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines.dropLast() { hear(String(decoding: line, as: UTF8.self)) }
    unread = Array(lines.last ?? [])
  }

  private mutating func hear(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return }
    switch words[0] {
    case "begin":
      if current != nil { done += 1 }
      current = UInt64(words[1])
    case "fail": failedSeed = UInt64(words[1])
    case "digest": digest = UInt64(words[1]) ?? 0
    case "coverage":
      coverage = Coverage(line: words[1]) ?? Coverage()
      done += 1
      hasFinished = true
    default: break
    }
  }

  /// Handles the end of the output: the process has finished, or a seed crashed it.
  private mutating func end() {
    isOver = true
    process.waitUntilExit()
    if !hasFinished, failedSeed == nil { failedSeed = current }
  }
}

/// A directory of its own for all files of a run.
struct StateDirectory {
  let path: String

  /// - Parameter parent: an existing directory.
  /// - Throws: when no directory can be made in it.
  init(below parent: String) throws {
    do {
      path = try makeTemporaryDirectory("navsim", below: parent)
    } catch {
      let reason = String(cString: strerror(error.code))
      throw ValidationError(
        "can't make a directory in \(parent): \(reason); choose another with --state"
      )
    }
  }

  /// Removes the directory and its content.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
