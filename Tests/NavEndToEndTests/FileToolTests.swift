import Foundation
import NavTestKit
import Testing

/// Commands that work on files and need no daemon.
@Suite(.waiting) struct FileToolTests {
  private struct Finding: Decodable {
    let path: String
    let line: Int
    let column: Int
    let severity: String
    let problem: String
    let excerpt: String
  }

  @Test func lintNamesTheLineAndTheRemedy() throws {
    let sandbox = try Sandbox()
    let deck = try sandbox.write("# One\n\n<!-- paus -->\n", to: "talk.md")
    let scene = try sandbox.write("tabs: {items: [{content: {tex: a}}]}\n", to: "app.yaml")
    let theme = try sandbox.write("inherits = \"drak\"\n[text]\nlnk = \"#fff\"\n", to: "mine.toml")
    let outcome = try sandbox.client("lint", deck, scene, theme)
    #expect(outcome.code == 65, "\(outcome)")
    let lines = outcome.output.components(separatedBy: "\n")
    #expect(lines[0] == "\(deck):3:1: warning: there is no command 'paus': did you mean pause?")
    #expect(Array(lines[1...2]) == ["  <!-- paus -->", "  ^"])
    #expect(outcome.output.contains("\(scene):1:27: a node has no key 'tex': did you mean 'text'?"))
    #expect(
      outcome.output.contains("\(theme):1:1: there is no theme 'drak' beside it: did you mean")
    )
    #expect(outcome.output.contains("\(theme):3:1: "))
    #expect(outcome.errors.isEmpty)
    let json = try sandbox.client("lint", "--json", deck)
    #expect(json.code == 65)
    let findings = try JSONDecoder().decode([Finding].self, from: Data(json.output.utf8))
    #expect(findings.count == 1)
    let finding = try #require(findings.first)
    #expect(finding.path == deck && finding.line == 3 && finding.column == 1)
    #expect(finding.severity == "warning" && finding.excerpt == "<!-- paus -->")
    #expect(finding.problem.contains("did you mean pause?"))
  }

  @Test func lintIsSilentOnCleanFilesAndRefusesUnknownOnes() throws {
    let sandbox = try Sandbox()
    let deck = try sandbox.write("# One\n", to: "talk.md")
    let config = try sandbox.write("[viewer]\nmouse = true\n[limits]\nviewers = 3\n", to: "a.toml")
    #expect(try sandbox.succeed("lint", deck, config) == "")
    #expect(try sandbox.succeed("lint", "--json", deck) == "[]\n")
    let gone = try sandbox.client("lint", deck, "\(sandbox.directory)/gone.md")
    #expect(gone.code == 66 && gone.errors.contains("no such file"), "\(gone)")
    let strange = try sandbox.write("<!-- paus -->", to: "README")
    #expect(try sandbox.client("lint", strange).code == 64)
    #expect(try sandbox.client("lint", "--as", "deck", strange).code == 65)
    #expect(try sandbox.client("lint").code == 64)
  }

  /// A word that would colour, ring, retitle and reorder, in the place of `%`.
  @Test(arguments: [
    "lint ./%", "new --deck %", "new --tree %", "new --scene %", "new --docs %", "new --outline %",
    "new --scaffold %", "new -s % x", "export %", "% x y", "help %", "ls --sort %", "x --size 3%",
    "send %", "send key %", "wait %", "policy %", "timer %", "config --theme %", "config --check %",
    "themes --print %", "doctor %", "ls --server %", "--x%", "navd %", "navd layout %",
    "navd serve --x%", "navd --config %",
  ]) func noMessageHasAControlCharacterOfAWord(_ line: String) throws {
    let sandbox = try Sandbox()
    let hostile = "a\u{1B}[31mb\u{7}\u{1B}]0;owned\u{9C}\u{202E}"
    var words = line.split(separator: " ").map { String($0).replacing("%", with: hostile) }
    let isDaemon = words[0] == "navd"
    if isDaemon { words.removeFirst() }
    let outcome = try sandbox.run(isDaemon ? Programs.daemon : Programs.client, words)
    #expect(outcome.code != 0, "\(outcome)")
    #expect(!outcome.errors.isEmpty, "\(outcome)")
    for scalar in (outcome.output + outcome.errors).unicodeScalars where scalar != "\n" {
      let isControl = scalar.properties.generalCategory == .control || scalar == "\u{202E}"
      if isControl { Issue.record("\(line): \(outcome.errors.debugDescription)") }
    }
  }

  /// The device `/dev/full` stands for a full disk.
  @Test(arguments: [
    "navclient export talk.md", "navclient export talk.md --format html",
    "navclient export talk.md --format json", "navclient export talk.md -o /dev/full",
    "navclient themes", "navclient config", "navclient completions bash",
    "navclient --help", "navd config", "navd layout talk.md",
  ]) func whatCanNotBeWrittenIsAnError(_ line: String) throws {
    let sandbox = try Sandbox()
    let deck = try sandbox.write("# One\n", to: "talk.md")
    let bin = URL(fileURLWithPath: Programs.client).deletingLastPathComponent().path
    let command = line.replacing("talk.md", with: "'\(deck)'")
    let outcome = try sandbox.run("/bin/sh", ["-c", "exec '\(bin)'/\(command) >/dev/full"])
    #expect(outcome.code == 74 && outcome.errors.contains("No space left"), "\(outcome)")
    #expect(outcome.errors.hasPrefix("\(line.prefix { $0 != " " }): "), "\(outcome)")
  }

  /// A limit of the size of files, which the message alone does not reach, stands for a full disk.
  ///
  /// Not with a sanitizer: the one for threads keeps files of its own in memory, which the limit cuts.
  @Test(.enabled(if: !isSanitized), arguments: ["new --scaffold app --dir", "export talk.md -o"])
  func aFileThatCanNotBeWrittenIsAnError(_ line: String) throws {
    let sandbox = try Sandbox()
    let deck = try sandbox.write(String(repeating: "One\n\n", count: 1_000), to: "talk.md")
    let output = sandbox.directory + (line.hasSuffix("-o") ? "/out" : "")
    let command = "'\(Programs.client)' \(line.replacing("talk.md", with: "'\(deck)'")) '\(output)'"
    let outcome = try sandbox.run("/bin/sh", ["-c", "trap '' XFSZ; ulimit -f 1; exec \(command)"])
    #expect(outcome.code == 74 && outcome.errors.contains("File too large"), "\(outcome)")
  }

  @Test func aSessionIsExported() throws {
    let sandbox = try Sandbox()
    let deck = try sandbox.write("# One\n\n---\n\n# Two\n", to: "talk.md")
    let daemon = try Daemon(in: sandbox)
    _ = try sandbox.succeed("new", "-s", "talk", "--open", deck)
    for format in ["text", "html", "json"] {
      let ofFile = try sandbox.succeed("export", deck, "--format", format)
      #expect(try sandbox.succeed("export", "-s", "talk", "--format", format) == ofFile)
    }
    let page = "\(sandbox.directory)/talk.html"
    // The only session is exported by default.
    #expect(try sandbox.succeed("export", "--format", "html", "-o", page) == "")
    #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<section id=\"slide-2\""))
    #expect(try sandbox.client("export", deck, "-s", "talk").code == 64)
    #expect(try sandbox.client("export", "-s", "gone").code == 66)
    // Faults of the content are warnings, as those of a file.
    let faulty = try sandbox.write("# One\n\n<!-- include: gone.md -->\n", to: "faulty.md")
    _ = try sandbox.succeed("new", "-s", "faulty", "--open", faulty)
    for source in [[faulty], ["-s", "faulty"]] {
      let outcome = try sandbox.run(Programs.client, ["export"] + source)
      #expect(outcome.code == 0 && outcome.output.contains("One"), "\(outcome)")
      #expect(outcome.errors.contains(": warning: slide 1: can't include gone.md"), "\(outcome)")
    }
    // A large text is written as a whole.
    let lines = (0..<200_000).map { "line \($0) of a log\n" }.joined()
    let log = try sandbox.write(lines, to: "big.log")
    _ = try sandbox.succeed("new", "-s", "log", "--open", log)
    let text = try sandbox.succeed("export", "-s", "log")
    #expect(text.hasSuffix(lines) && text.utf8.count < lines.utf8.count + 100)
    try sandbox.succeed("export", "-s", "log", "-o", page)
    #expect(try String(contentsOfFile: page, encoding: .utf8) == text)
    #expect(try daemon.end(SIGTERM) == 0)
    #expect(try sandbox.client("export", "-s", "talk").code == 69)
  }

  @Test func aScaffoldCanBeOpened() throws {
    let sandbox = try Sandbox()
    let output = try sandbox.succeed("new", "--scaffold", "app", "--dir", sandbox.directory)
    let scene = "\(sandbox.directory)/app/scene.yaml"
    let names = ["scene.yaml", "talk.md", "notes.md"]
    let command = "navclient --session app --open \(scene)\n"
    #expect(output == names.map { "wrote \(sandbox.directory)/app/\($0)\n" }.joined() + command)
    for file in ["scene.yaml", "talk.md", "notes.md"] {
      #expect(try sandbox.succeed("lint", "\(sandbox.directory)/app/\(file)") == "")
    }
    try FileManager.default.removeItem(atPath: "\(sandbox.directory)/app/talk.md")
    let again = try sandbox.succeed("new", "--scaffold", "app", "--dir", sandbox.directory)
    let words = zip(["kept ", "wrote", "kept "], names)
    #expect(again == words.map { "\($0) \(sandbox.directory)/app/\($1)\n" }.joined() + command)
    for name in ["../x", "", "-s", "a b"] {
      #expect(try sandbox.client("new", "--scaffold=\(name)").code == 64)
    }
    let daemon = try Daemon(in: sandbox)
    let one = try TerminalSession(in: sandbox, "one", "--session", "app", "--open", scene)
    try one.wait(until: "shows the deck") { $0.contains("A slide ends at a line") }
    try one.type("Tab")
    try one.wait(until: "shows the list") { $0.contains("This directory") }
    try one.type("Right")
    try one.wait(until: "shows the page") { $0.contains("This page is a file") }
    #expect(try daemon.end(SIGTERM) == 0)
  }

  @Test func aListOfASceneKeepsItsPlaceByTheLabelsOfItsEntries() throws {
    let sandbox = try Sandbox()
    let daemon = try Daemon(in: sandbox)
    func scene(_ names: [String]) -> String {
      let entries = names.map { "    - {label: \($0), open: {text: text of \($0)}}\n" }
      return "list:\n  entries:\n" + entries.joined()
    }
    let path = try sandbox.write(scene(["one", "two", "three"]), to: "app.yaml")
    let one = try TerminalSession(in: sandbox, "one", "--session", "x", "--open", path)
    try one.wait(until: "shows the list") { $0.contains("three") }
    try one.type("j", "Right")
    try one.wait(until: "shows the second page") { $0.contains("text of two") }
    _ = try sandbox.write(scene(["zero", "one", "half", "two", "three"]), to: "app.yaml")
    try one.type("Left")
    try one.wait(until: "lists the new entries") { $0.contains("half") }
    try one.type("j", "Right")
    try one.wait(until: "goes on from the entry that was selected") { $0.contains("text of three") }
    #expect(try daemon.end(SIGTERM) == 0)
  }
}
