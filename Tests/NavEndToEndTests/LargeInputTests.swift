import Foundation
import NavProcessKit
import NavTestKit
import Testing

/// Very large inputs open without long delays.
@Suite(.waiting) struct LargeInputTests {
  /// Exceeded only by a hang.
  private static let patience = Duration.seconds(300)

  private func residentMebibytes(of id: pid_t) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(id)/statm", encoding: .utf8)
    let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return (pages * sysconf(Int32(_SC_PAGESIZE))) >> 20
  }

  @Test func aFileOfOneLongLine() throws {
    // With a sanitizer the longest text may take longer than an entry waits for its page.
    let length = isSanitized ? 300_000 : 10_000_000
    let pair = try DirectoryPair { folder in
      let line = [UInt8](repeating: UInt8(ascii: "x"), count: length)
      try folder.write(line + Array(" the end".utf8), to: Array("line.txt".utf8))
      try folder.write("short", to: "other.txt")
    }
    let start = ContinuousClock.now
    try openPatiently("line.txt", in: pair, expecting: String(repeating: "x", count: 70))
    let time = ContinuousClock.now - start
    #expect(time < Self.patience, "opened after \(time)")
    if !isSanitized {
      // Both viewers show the end of the text.
      try pair.first.type("G")
      try pair.wait(for: [" the end"])
    }
    try pair.goBack()
    try pair.open("other.txt", expecting: ["short"])
    try pair.goBack()
    try pair.expectEverybodyLives()
  }

  /// Opens an entry, again where navd gives up reading it.
  private func openPatiently(
    _ entry: String,
    in pair: DirectoryPair,
    expecting words: String
  ) throws {
    try pair.select(entry)
    try patiently(in: pair, expecting: words) { try $0.type("Enter") }
  }

  /// Types keys again where navd gives up reading the page that they need, as it does on a busy machine, and says so.
  private func patiently(
    in pair: DirectoryPair,
    expecting words: String,
    _ type: (TerminalSession) throws -> Void
  ) throws {
    for _ in 0..<10 {
      try type(pair.first)
      var isShown = false
      try pair.first.wait(until: "shows \(words), or that it was not read in time") { screen in
        // While words are typed, only their own viewer shows what they find.
        isShown = try pair.second.screen().contains(words)
        return isShown || screen.rows.contains { $0.contains(Self.complaint) }
      }
      if isShown { break }
      try pair.first.wait(until: "no longer shows the complaint") { screen in
        !screen.rows.contains { $0.contains(Self.complaint) }
      }
    }
    try pair.wait(for: [words])
  }

  private static let complaint = "could not be read within"

  @Test func aLogThatGrows() throws {
    func entries(_ numbers: Range<Int>) -> [UInt8] {
      numbers.flatMap { Array("entry \($0) of a log, with some words behind its number\n".utf8) }
    }
    let count = isSanitized ? 60_000 : 400_000
    let pair = try DirectoryPair { folder in
      try folder.write(entries(0..<count), to: Array("big.log".utf8))
    }
    let log = pair.folder.path + "/big.log"
    func append(_ bytes: [UInt8]) throws {
      let file = try #require(FileHandle(forWritingAtPath: log))
      try file.seekToEnd()
      try file.write(contentsOf: Data(bytes))
      try file.close()
    }
    try pair.open("big.log", expecting: ["entry 0 of"])
    try patiently(in: pair, expecting: "entry \(count - 1) of") { try $0.type("G") }
    // The end is followed, any other place stays.
    try append(entries(count..<count + 5))
    try pair.wait(for: ["entry \(count + 4) of"])
    for (words, line) in [("entry 30000 ", 30_000), ("entry \(count + 2) ", count + 2)] {
      try patiently(in: pair, expecting: "entry \(line) of") {
        try $0.type("/")
        try $0.type(["-l", words])
        try $0.type("Enter")
      }
    }
    try pair.first.type("Escape")
    // A digit right behind it would be a key with Alt.
    try pair.first.wait(until: "searches no longer") { !$0.status.contains("/entry") }
    try patiently(in: pair, expecting: "entry 20000 of") {
      try $0.type("20001G".map(String.init))
    }
    try append(entries(count + 5..<count + 10))
    try pair.daemon.end(SIGKILL)
    try pair.daemon.restart()
    try pair.wait(until: "shows the same line again") { screen in
      screen.rows.first { $0.contains("entry ") }?.contains("entry 20000 of") == true
    }
    try eventually("both have joined again", found: { pair.daemon.log }) {
      pair.daemon.log.components(separatedBy: " joins 'x'").count == 3
    }
    // Until the text was read again, keys mean the list before it.
    try pair.first.wait(until: "has the text in front") { $0.status.contains("line 20001 of") }
    try patiently(in: pair, expecting: "entry \(count + 9) of") { try $0.type("G") }
    // Another file takes its place.
    try FileManager.default.moveItem(atPath: log, toPath: log + ".1")
    try pair.folder.write(entries(0..<3), to: Array("big.log".utf8))
    try pair.wait(until: "shows the new file") { screen in
      screen.rows.contains { $0.contains("entry 2 of") }
        && !screen.rows.contains { $0.contains("entry \(count + 9) of") }
    }
    try pair.first.type("g")
    try pair.wait(for: ["entry 0 of"])
    try pair.expectEverybodyLives()
  }

  @Test func aDirectoryOfManyEntries() throws {
    let count = 150_000
    let pair = try DirectoryPair { folder in
      // A few programs create all files: one program per file would take minutes.
      let shell = #"cd "$0" && seq 1 150000 | sed s/^/n/ | xargs touch"#
      let sandbox = URL(fileURLWithPath: folder.path).deletingLastPathComponent().path
      let process = try StartedProcess(
        "/bin/sh",
        ["-c", shell, folder.path],
        environment: ["PATH": "/usr/bin:/bin"],
        directory: sandbox
      )
      #expect(try process.waitForExit("touch") == 0)
    }
    #expect(pair.openingTime < Self.patience, "opened after \(pair.openingTime)")
    // The terminal that types the keys, the keys, and the number of the selected entry afterwards.
    let steps: [(who: TerminalSession, keys: [String], selected: Int)] = [
      (pair.first, ["G"], count), (pair.second, ["k"], count - 1), (pair.first, ["j"], count),
      (pair.second, ["5", "0", "0", "0", "0", "G"], 50_000), (pair.first, ["g", "g"], 1),
    ]
    for (who, keys, selected) in steps {
      let start = ContinuousClock.now
      try who.type(keys)
      for terminal in [pair.first, pair.second] {
        try terminal.wait(until: "has n\(selected) selected, in view") {
          $0.statusWords.contains("\(selected)/\(count)")
            && $0.row(ofEntry: "n\(selected)") != nil
        }
      }
      let time = ContinuousClock.now - start
      #expect(time < Self.patience / 2, "\(keys) took \(time)")
    }
    try pair.first.type("Enter")
    try pair.wait(for: ["This file is empty."])
    try pair.goBack()
    try pair.expectEverybodyLives()
    let memory = try residentMebibytes(of: pair.daemon.id)
    if !isSanitized { #expect(memory < 120, "navd takes \(memory) MiB") }
    if ProcessInfo.processInfo.environment["NAV_MEASURE"] != nil {
      print("\(count) entries: opened after \(pair.openingTime), navd takes \(memory) MiB")
    }
  }
}
