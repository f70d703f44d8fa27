import Foundation
import Testing

/// Unusual directory contents: they are shown or explained, no viewer ends, and the session continues.
@Suite(.waiting) struct OddInputTests {
  /// The prefix of an entry's row, the number of pages opened from it, and the words that both viewers show then.
  private static let entries: [(entry: String, depth: Int, words: [String])] = [
    ("latin1.txt", 1, ["Not all UTF-8: \u{FFFD} stands for the rest.", "caf\u{FFFD} au lait"]),
    ("binary.bin", 1, ["Binary file of 2.0 kB; the first 512 bytes:", "0000  00 01 02 03"]),
    ("empty.txt", 1, ["This file is empty."]),
    ("empty/", 1, ["│  empty"]),
    ("fifo", 1, ["A named pipe (FIFO), which is not opened."]),
    ("self", 1, ["Too many links: they seem to lead in a circle."]),
    ("broken", 1, ["Broken link: nothing is at nowhere."]),
    ("here/", 1, ["Leads back to odd, which is open already.", "Go back to get there."]),
    ("inner/", 2, ["Leads back to odd, which is open already.", "Go back to get there."]),
    ("plain.txt", 1, ["nothing odd"]),
  ]

  private static func fill(_ folder: Folder) throws {
    try folder.write(
      Array("caf".utf8) + [0xE9] + Array(" au lait\n".utf8),
      to: Array("latin1.txt".utf8)
    )
    let bytes = Array(repeating: Array(0...UInt8.max), count: 8).flatMap(\.self)
    try folder.write(bytes, to: Array("binary.bin".utf8))
    try folder.write("", to: "empty.txt")
    try folder.makeDirectory("empty")
    try folder.makePipe("fifo")
    try folder.link("self", to: "self")
    try folder.link("broken", to: "nowhere")
    try folder.link("here", to: ".")
    try folder.makeDirectory("inner")
    try folder.link("inner/up", to: "..")
    try folder.write("nothing odd\n", to: "plain.txt")
  }

  @Test func oddContentIsExplainedAndTheSessionContinues() throws {
    let pair = try DirectoryPair(fill: Self.fill)
    for (entry, depth, words) in Self.entries {
      try pair.open(entry, depth: depth, expecting: words)
      try pair.goBack(depth: depth)
    }
    try pair.expectEverybodyLives()
  }

  /// A name or a text as bytes, and its form on the screen.
  private static let payloads: [(bytes: [UInt8], shown: String)] = [
    (
      Array("a-esc-\u{1B}]0;owned\u{7}\u{1B}[31mred".utf8),
      "a-esc-\u{FFFD}]0;owned\u{FFFD}\u{FFFD}[31mred"
    ),
    (Array("b-line\nfeed\ttab\rreturn".utf8), "b-line\u{FFFD}feed\u{FFFD}tab\u{FFFD}return"),
    (
      [UInt8](ascii: "c-bad-") + [0xFF, 0xC0] + [UInt8](ascii: "-name"),
      "c-bad-\u{FFFD}\u{FFFD}-name"
    ),
    (Array("d-bidi-\u{202E}gpj.exe\u{2066}".utf8), "d-bidi-\u{FFFD}gpj.exe\u{FFFD}"),
    (Array("e-csi-\u{9B}31m\u{9D}0;owned\u{9C}".utf8), "e-csi-\u{FFFD}31m\u{FFFD}0;owned\u{FFFD}"),
  ]

  /// Byte sequences that must not reach a terminal.
  private static let forbidden: [[UInt8]] = [
    [0x1B, 0x5D] + Array("0;owned".utf8), [0x1B] + Array("[31m".utf8), [0x07], [0x09],
    Array("\u{202E}".utf8), Array("\u{2066}".utf8), Array("\u{9B}".utf8), Array("\u{9D}".utf8),
    [0xFF], [0xC0],
  ]

  @Test func namesAndTextsAreSanitized() throws {
    let pair = try DirectoryPair { folder in
      for (bytes, _) in Self.payloads { try folder.write(Array("text\n".utf8), to: bytes) }
      let text = "\u{1B}]0;owned\u{7}\u{1B}[31mred\u{202E}\u{9B}31m\u{9D}0;owned\u{9C}\u{2066}\n"
      try folder.write(Array(text.utf8), to: Array("f-text.txt".utf8))
    }
    let terminals = [pair.first, pair.second]
    let titles = try terminals.map { terminal in try terminal.format("pane_title") }
    // From here on every byte for the terminal is recorded; a new size forces a full repaint.
    let recording = "\(pair.sandbox.directory)/recording"
    try pair.second.tmux(["pipe-pane", "cat >>\(recording)"])
    try pair.second.resize(columns: 100, rows: 30)
    try pair.wait(for: Self.payloads.map(\.shown))
    // The same names as titles of pages.
    for (_, shown) in Self.payloads {
      try pair.open(shown, expecting: ["│  \(shown)", "text"])
      try pair.goBack()
    }
    try pair.open("f-text.txt", expecting: ["\u{FFFD}]0;owned\u{FFFD}\u{FFFD}[31mred\u{FFFD}"])
    try pair.expectEverybodyLives()
    let titlesAfter = try terminals.map { terminal in try terminal.format("pane_title") }
    #expect(titlesAfter == titles)
    try pair.second.type("q")
    #expect(try pair.second.waitForExit() == 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: recording))
    #expect(bytes.count > 1000)
    for pattern in Self.forbidden {
      #expect(bytes.firstRange(of: Data(pattern)) == nil, "\(pattern) reached the terminal")
    }
    for format in ["text", "json"] {
      let text = try pair.sandbox.succeed("snapshot", "-s", "x", "--format", format)
      #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(text)")
    }
  }

  @Test func anUnreadableFileIsReported() throws {
    let pair = try DirectoryPair(confined: true) { folder in
      try folder.makeDirectory("closed", mode: 0)
      try folder.write("secret", to: "locked.txt")
      chmod("\(folder.path)/locked.txt", 0)
      try folder.makeDirectory("names-only")
      try folder.write("hidden", to: "names-only/inside.txt")
      chmod("\(folder.path)/names-only", 0o400)
    }
    defer { chmod("\(pair.folder.path)/names-only", 0o700) }
    for entry in ["closed/", "locked.txt"] {
      try pair.open(entry, expecting: ["Permission denied."])
      try pair.goBack()
    }
    try pair.open("names-only/", depth: 2, expecting: ["inside.txt", "Permission denied."])
    try pair.goBack(depth: 2)
    try pair.expectEverybodyLives()
    let closed = try pair.sandbox.client("new", "-s", "y", "--open", "\(pair.folder.path)/closed")
    #expect(closed.code == 77 && closed.errors.contains("permission denied"), "\(closed)")
  }

  @Test func aDeletedFileIsReported() throws {
    let pair = try DirectoryPair { folder in
      for name in ["gone.txt", "stays.txt"] { try folder.write("text", to: name) }
      for name in ["dir", "dir/deeper"] { try folder.makeDirectory(name) }
      for name in ["a", "b"] { try folder.write("text", to: "dir/\(name)") }
    }
    let words = ["No longer there.", "It was deleted or renamed."]
    try pair.folder.remove("gone.txt")
    try pair.wait(until: "lists what is left") {
      !$0.contains("gone.txt") && $0.contains("stays.txt") && $0.contains("dir/")
    }
    // The file disappears while it is open.
    try pair.open("dir/", expecting: ["deeper/"])
    try pair.folder.remove("dir")
    try pair.wait(for: words)
    try pair.goBack()
    try pair.wait(until: "lists what is left") {
      !$0.contains("dir/") && $0.contains("stays.txt")
    }
    // The root disappears: the last read content stays, also for new viewers.
    try FileManager.default.removeItem(atPath: pair.folder.path)
    let later = try TerminalSession(in: pair.sandbox, "later", "--session", "x")
    try later.wait(until: "shows the directory") {
      $0.titles == ["odd"] && $0.contains("stays.txt")
    }
    try later.type("q")
    #expect(try later.waitForExit() == 0)
    try pair.open("stays.txt", expecting: words)
    try pair.goBack()
  }

  @Test func aDirectoryMissingAfterARestartIsRetried() throws {
    let pair = try DirectoryPair { try $0.write("text", to: "before.txt") }
    try pair.daemon.end(SIGKILL)
    try pair.folder.remove("before.txt")
    #expect(rmdir(pair.folder.path) == 0)
    try pair.daemon.restart()
    for terminal in [pair.first, pair.second] {
      try terminal.wait(until: "says what is missing") {
        $0.contains("odd is not there") && !$0.status.contains("reconnecting")
      }
    }
    #expect(mkdir(pair.folder.path, 0o700) == 0)
    try pair.folder.write("text", to: "after.txt")
    for terminal in [pair.first, pair.second] {
      try terminal.wait(until: "is live on what is there now") {
        $0.contains("after.txt") && !$0.status.contains("reconnecting")
      }
    }
    try pair.expectEverybodyLives()
  }
}

extension [UInt8] {
  fileprivate init(ascii text: String) { self.init(text.utf8) }
}
