import Foundation
import NavProcessKit
import Testing

/// The log of navd in its formats, and without a reader (deploy/README.md: Logs).
@Suite(.waiting) struct LogTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// Parses every line of a log as a JSON object.
  private static func objects(_ log: some StringProtocol) throws -> [[String: Any]] {
    try log.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        "\(line)"
      )
    }
  }

  private func configure(_ text: String) throws {
    _ = try sandbox.write(text, to: ".config/navd/config.toml")
  }

  @Test(
    "with JSON every line is an object, from the first one to the last, whatever a viewer is called"
  )
  func json() throws {
    let daemon = try Daemon(in: sandbox, arguments: ["--log-format", "json"])
    let deck = Deck.short
    let viewer = try sandbox.terminal(
      "viewer",
      ["--session", "talk", "--name", "ada b=c", "--open", deck.write(in: sandbox)]
    )
    try viewer.wait(forPage: 1, of: deck)
    try sandbox.succeed("rename", "-s", "talk", "other")
    try viewer.type("q")
    try daemon.wait(forLog: "\"event\":\"viewer.left\"")
    try sandbox.succeed("kill", "-s", "other")
    #expect(try daemon.end(SIGTERM) == 0)
    let lines = try Self.objects(daemon.log)
    for line in lines {
      #expect(line["level"] is String && line["msg"] is String, "\(line)")
      let time = try #require(line["time"] as? String)
      #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(time)")
    }
    let events = lines.compactMap { $0["event"] as? String }
    let expected = [
      "daemon.started", "daemon.listening", "session.created", "viewer.joined", "session.renamed",
      "viewer.left", "session.ended", "daemon.stopped",
    ]
    #expect(events == expected, "\(daemon.log)")
    let joined = try #require(lines.first { $0["event"] as? String == "viewer.joined" })
    #expect((joined["viewer"] as? String)?.hasPrefix("ada b=c") == true, "\(joined)")
    #expect(joined["session"] as? String == "talk" && joined["role"] as? String == "owner")
    #expect("\(joined["user"] ?? "")" == "\(getuid())" && joined["process"] != nil, "\(joined)")
    let left = try #require(lines.first { $0["event"] as? String == "viewer.left" })
    #expect(left["session"] as? String == "other" && left["reason"] as? String == "left")
  }

  @Test("a reload changes the format and the level; a mistake in them changes nothing")
  func reload() throws {
    try configure("[log]\nlevel = \"info\"\n")
    let daemon = try Daemon(in: sandbox)
    #expect(daemon.log.contains("navd: navd keeps sessions in "))
    try configure("[log]\nformat = \"json\"\n")
    daemon.send(SIGHUP)
    try daemon.wait(forLog: #""msg":"log.format is \"json\" from now on, and was \"text\"""#)
    try sandbox.succeed("new", "-s", "one")
    let json = try #require(daemon.log.split(separator: "\n").last)
    #expect(try Self.objects(json).first?["event"] as? String == "session.created", "\(json)")
    // With errors alone, nothing is written about what happens as it should, or is refused.
    try configure("[limits]\nsessions = 1\n[log]\nlevel = \"error\"\n")
    daemon.send(SIGHUP)
    var number = 0
    try eventually("the limit holds", found: { daemon.log }) {
      number += 1
      return try sandbox.client("new", "-s", "try\(number)").errors.contains("the limit is 1")
    }
    try sandbox.succeed("rename", "-s", "one", "uno")
    #expect(!daemon.log.contains("'one' is renamed") && !daemon.log.contains("request.refused"))
    try configure("[log]\nlevel = \"loud\"\n")
    daemon.send(SIGHUP)
    try daemon.wait(forLog: "log.level takes \"debug\", \"info\", \"warning\" or \"error\"")
    try sandbox.succeed("rename", "-s", "uno", "due")
    #expect(!daemon.log.contains("'uno' is renamed"))
    try configure("[log]\nformat = \"logfmt\"\nlevel = \"debug\"\n")
    daemon.send(SIGHUP)
    try daemon.wait(forLog: " level=info event=config.changed msg=\"log.level is")
    try sandbox.succeed("new", "-s", "three")
    try daemon.wait(forLog: " event=session.created msg=\"session 'three' is created, by process ")
  }

  @Test("the end of a reader of the log can't end navd, not even between the question and the line")
  func signal() throws {
    let daemon = try Daemon(in: sandbox)
    let status = try String(contentsOfFile: "/proc/\(daemon.id)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") })
    let blocked = try #require(UInt64(line.split(separator: "\t").last ?? "", radix: 16))
    let mask: UInt64 = 1 << UInt64(SIGPIPE - 1)
    #expect(blocked & mask != 0, "\(line)")
  }

  @Test("a reader of the log that is stopped does not stop navd, and learns how much it has missed")
  func stoppedReader() throws {
    let pipe = "\(sandbox.directory)/log"
    try #require(mkfifo(pipe, 0o600) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    try #require(reader >= 0)
    defer { close(reader) }
    // F_SETPIPE_SZ: two pages, of which one takes what follows the lost lines.
    try #require(fcntl(reader, 1_031, 8_192) == 8_192)
    let daemon = try sandbox.start(
      "/bin/sh",
      ["-c", "exec \"$0\" --log-format json 2>\"$1\"", Programs.daemon, pipe]
    )
    defer { daemon.send(SIGKILL) }
    try eventually("navd listens") {
      FileManager.default.fileExists(atPath: "\(sandbox.socketDirectory)/input")
    }
    // 50 lines of more than 250 bytes.
    let name = String(repeating: "x", count: 40)
    for number in 0..<50 { try sandbox.succeed("new", "-s", "\(name)\(number)") }
    #expect(try Listing(sandbox.succeed("ls", "--json")).sessions.count == 50)
    func drain() -> String {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(reader, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
    let first = drain()
    #expect(first.utf8.count <= 8_192 && first.hasSuffix("}\n"), "\(first)")
    let events = try Self.objects(first).compactMap { $0["event"] as? String }
    #expect(events.first == "daemon.started" && events.last == "session.created", "\(first)")
    try sandbox.succeed("kill", "-s", "\(name)0")
    var second = ""
    try eventually("the next line arrives", found: { second }) {
      second += drain()
      return second.contains("session.ended")
    }
    let lines = try Self.objects(second)
    #expect(
      lines.compactMap { $0["event"] as? String } == ["log.lost", "session.ended"],
      "\(second)"
    )
    // Each session has a line in the pipe, or is counted.
    let written = events.count { $0 == "session.created" }
    #expect("\(lines.first?["count"] ?? "")" == "\(50 - written)", "\(first)\(second)")
  }
}
