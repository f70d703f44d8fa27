import CNavSupport
import Foundation
import Glibc
import Logging
import NavBase
import NavHost
import NavTestKit
import Testing

@testable import NavDaemon

@Suite("The log of the process (deploy/README.md: Logs)")
struct DaemonLogTests {
  /// A pipe, a socket pair or a pseudo terminal, whose one end is read by the test.
  final class Channel {
    enum Kind: CaseIterable { case pipe, socket, terminal }

    let reader: Int32
    let writer: Int32

    init(_ kind: Kind) throws {
      var ends: [Int32] = [-1, -1]
      switch kind {
      case .pipe: try #require(pipe(&ends) == 0)
      case .socket: try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      case .terminal:
        var device: Int32 = -1
        ends[0] = nav_open_pty(80, 24, &device)
        ends[1] = device
        try #require(ends[0] >= 0)
      }
      (reader, writer) = (ends[0], ends[1])
      _ = fcntl(reader, F_SETFL, fcntl(reader, F_GETFL) | O_NONBLOCK)
    }

    deinit {
      close(reader)
      close(writer)
    }

    /// Reads all that has arrived.
    func read() -> String {
      var bytes: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Glibc.read(reader, &part, part.count)
        guard count > 0 else { break }
        bytes += part[..<count]
      }
      return String(decoding: bytes, as: UTF8.self)
        .replacingOccurrences(of: "\r\n", with: "\n")
    }
  }

  @Test(
    "a reader that is stopped stops no writer: lines are lost, and their number is told",
    arguments: [Channel.Kind.pipe, .socket]
  )
  func stoppedReader(kind: Channel.Kind) throws {
    let channel = try Channel(kind)
    let log = DaemonLog(writingTo: channel.writer)
    let text = String(repeating: "x", count: 200)
    let count = 20_000
    // It ends only because no line is waited for.
    for number in 0..<count { log.write(LogEntry("\(number) \(text)")) }
    let before = channel.read().split(separator: "\n")
    try #require(before.count < count && before.count > 3, "\(before.count)")
    for (number, line) in before.enumerated() {
      try demand(line == "navd: \(number) \(text)", "\(line)")
    }
    log.write(LogEntry("the next one"))
    let lost = count - before.count
    let after = channel.read()
    #expect(
      after == "navd: \(lost) lines were lost: nobody read standard error\nnavd: the next one\n"
    )
    log.write(LogEntry("and one more"))
    let last = channel.read()
    #expect(last == "navd: and one more\n")
    // The test's own descriptor still waits.
    #expect(fcntl(channel.writer, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test("a terminal that is stopped stops no writer, and gets whole lines again when it goes on")
  func stoppedTerminal() throws {
    let channel = try Channel(.terminal)
    let log = DaemonLog(writingTo: channel.writer)
    let text = String(repeating: "x", count: 200)
    for number in 0..<20_000 { log.write(LogEntry("\(number) \(text)")) }
    var found = ""
    try eventually("a line behind the lost ones arrives") {
      found += channel.read()
      log.write(LogEntry("the next one"))
      return found.hasSuffix("navd: the next one\n")
    }
    #expect(found.hasPrefix("navd: 0 \(text)\nnavd: 1 \(text)\n"))
    #expect(found.contains(" lines were lost: nobody read standard error\n"))
    // The test's own descriptor still waits.
    #expect(fcntl(channel.writer, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test("a pipe without a reader ends nothing, nor does one whose reader goes", arguments: [0, 1])
  func noReader(linesBefore: Int) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    let log = DaemonLog(writingTo: ends[1])
    for _ in 0..<linesBefore { log.write(LogEntry("x")) }
    close(ends[0])
    for _ in 0..<3 { log.write(LogEntry("x")) }
    #expect(
      fcntl(ends[1], F_GETFL) & O_NONBLOCK == 0,
      "the flags of others' descriptor are changed"
    )
  }

  @Test("less important lines are left out, and both settings change at once")
  func settings() throws {
    let channel = try Channel(.pipe)
    let log = DaemonLog(writingTo: channel.writer)
    for level in LogLevel.allCases { log.write(LogEntry(level.rawValue, level)) }
    #expect(channel.read() == "navd: info\nnavd: warning\nnavd: error\n")
    log.settings = LogSettings(format: .logfmt, level: .error)
    for level in LogLevel.allCases { log.write(LogEntry(level.rawValue, level)) }
    let lines = channel.read()
    #expect(lines.hasSuffix(" level=error msg=error\n") && lines.split(separator: "\n").count == 1)
    log.settings.level = .debug
    log.write(LogEntry("x", .debug))
    #expect(channel.read().contains(" level=debug msg=x\n"))
  }

  @Test("swift-log leads to the same lines; fields have the order of the daemon")
  func standard() throws {
    let channel = try Channel(.pipe)
    let log = DaemonLog(writingTo: channel.writer)
    log.settings.format = .json
    var logger = Logger(label: "test") { _ in DaemonLogHandler(log: log) }
    logger[metadataKey: "session"] = "talk"
    let entry = LogEntry(
      "it \"joins\"",
      .warning,
      .viewerJoined,
      [LogField(.count, 3), LogField(.viewer, "ada\n")]
    )
    logger.log(level: entry.level.standard, "\(entry.message)", metadata: entry.metadata)
    let line = channel.read()
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    )
    #expect(object["event"] as? String == "viewer.joined" && "\(object["count"] ?? "")" == "3")
    #expect(object["msg"] as? String == "it \"joins\"" && object["viewer"] as? String == "ada\n")
    #expect(line.hasSuffix(#""session":"talk","viewer":"ada\n","count":3}"# + "\n"))
    // Levels that the daemon does not have are those beside them.
    logger.trace("trace")
    logger.notice("notice")
    logger.critical("critical")
    let levels = channel.read().split(separator: "\n").map { $0.contains(#""level":"info""#) }
    #expect(levels == [true, false])
    logger.logLevel = .trace
    #expect(log.settings.level == .debug)
  }

  @Test("journald is recognised by the stream that it names, and by nothing else")
  func journal() throws {
    let channel = try Channel(.pipe)
    var status = stat()
    try #require(fstat(channel.writer, &status) == 0)
    let name = "\(status.st_dev):\(status.st_ino)"
    let cases: [(String?, Bool)] = [
      (name, true), (nil, false), ("", false), ("\(status.st_dev):1", false), ("x:y", false),
      ("\(name):1", false),
    ]
    for (variable, isJournal) in cases {
      let found = DaemonLog.isJournal(channel.writer, variable)
      #expect(found == isJournal, "\(variable ?? "none")")
    }
    DaemonLog(writingTo: channel.writer, journal: name).write(LogEntry("x", .warning))
    #expect(channel.read() == "<4>navd: x\n")
  }

  @Test("deploy/README.md names every event and every field")
  func documented() throws {
    let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    let path = root.appendingPathComponent("deploy/README.md").path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let all = try #require(text.components(separatedBy: "\n## Logs\n").last)
    let part = try #require(all.components(separatedBy: "\n### Lines\n").first)
    for event in LoggedEvent.allCases {
      #expect(part.contains("`\(event.rawValue)`"), "\(event.rawValue) is not in the table")
    }
    for key in LogField.Key.allCases {
      #expect(part.contains("`\(key.rawValue)`"), "\(key.rawValue) is not in the table")
    }
    let names = Set(LoggedEvent.allCases.map(\.rawValue))
    for row in part.split(separator: "\n") where row.hasPrefix("| `") && row.contains(".") {
      let cell = row.split(separator: "|").first ?? ""
      for name in cell.split(separator: "`").filter({ $0.wholeMatch(of: /[a-z]+\.[a-z_]+/) != nil })
      where !name.hasPrefix("log.format") {
        #expect(names.contains(String(name)), "there is no event \(name)")
      }
    }
  }
}
