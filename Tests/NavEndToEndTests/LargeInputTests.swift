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
      try folder.write(line, to: Array("line.txt".utf8))
      try folder.write("short", to: "other.txt")
    }
    let start = ContinuousClock.now
    try openPatiently("line.txt", in: pair, expecting: String(repeating: "x", count: 70))
    let time = ContinuousClock.now - start
    #expect(time < Self.patience, "opened after \(time)")
    if !isSanitized {
      // Both viewers show the end of the text, with the truncation notice.
      try pair.first.type("G")
      try pair.wait(for: ["Cut off here: the first 1 MiB of 10.0 MB."])
    }
    try pair.goBack()
    try pair.open("other.txt", expecting: ["short"])
    try pair.goBack()
    try pair.expectEverybodyLives()
  }

  /// Opens an entry again where navd gives up reading it, as it does on a busy machine, and says so.
  private func openPatiently(
    _ entry: String,
    in pair: DirectoryPair,
    expecting words: String
  ) throws {
    try pair.select(entry)
    for _ in 0..<10 {
      try pair.first.type("Enter")
      var isOpen = false
      try pair.first.wait(until: "shows \(entry), or that it was not read in time") { screen in
        isOpen = screen.rows.contains { $0.contains(words) }
        return isOpen || screen.rows.contains { $0.contains(Self.complaint) }
      }
      if isOpen { break }
      try pair.first.wait(until: "no longer shows the complaint") { screen in
        !screen.rows.contains { $0.contains(Self.complaint) }
      }
    }
    try pair.wait(for: [words])
  }

  private static let complaint = "could not be read within"

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
