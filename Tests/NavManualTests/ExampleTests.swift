import ArgumentParser
import Foundation
import NavDaemon
import NavSystem
import NavTestKit
import Testing

@testable import NavClient
@testable import NavContent
@testable import navclient
@testable import navd

/// The examples in the manual and in README are ones that the programs accept.
@Suite("Examples in documents")
struct ExampleTests {
  /// The lines of each fence of a text.
  private static func examples(in markdown: String) -> [[String]] {
    Manual.blocks(of: markdown).filter { $0[0].hasPrefix("```") }
      .map { Array($0.dropFirst().dropLast()) }
  }

  @Test("scenes have no mistakes")
  func scenes() throws {
    let folder = URL(fileURLWithPath: try makeTemporaryDirectory("manual"))
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["talk.md", "notes.md"] {
      try Data("# A page\n".utf8).write(to: folder.appendingPathComponent(name))
    }
    for name in ["music", "src"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name),
        withIntermediateDirectories: false
      )
    }
    let path = folder.appendingPathComponent("app.yaml").path
    let examples = Self.examples(in: try ManualPage.prose(of: "navd-scene.5"))
      .filter { $0.first?.hasPrefix("#") == false }
      // One command on each line.
      .flatMap { $0.allSatisfy { $0.hasPrefix("command:") } ? $0.map { [$0] } : [$0] }
    try #require(examples.count >= 6)
    for example in examples {
      let text = example.joined(separator: "\n")
      #expect(SceneFile.faults(in: text, path: path) == [], "\(text)")
    }
  }

  @Test("decks have no mistakes")
  func decks() throws {
    let examples = Self.examples(in: try ManualPage.prose(of: "navd-deck.5"))
    try #require(examples.count == 1)
    let text = examples[0].joined(separator: "\n")
    #expect(Lint.findings(in: text, path: "talk.md", as: .deck) == [])
    #expect(Deck(markdown: text, name: "talk").slides.count == 2)
  }

  @Test("configurations and themes have no mistakes")
  func configurations() throws {
    let themes = Self.examples(in: try ManualPage.prose(of: "navd.toml.5"))
    try #require(themes.count == 1)
    for (lines, kind) in [
      (themes[0], FileCheck.Kind.theme), (ConfigurationManual.example, .config),
    ] {
      let bytes = Array(lines.joined(separator: "\n").utf8)
      #expect(FileCheck.faults(in: bytes, as: kind, at: "/themes/mine.toml") == [])
    }
  }

  @Test("command lines are ones that the programs parse")
  func commands() throws {
    let readme = ManualPage.repository.appendingPathComponent("README.md")
    let texts =
      try [String(contentsOf: readme, encoding: .utf8)]
      + ["navclient.1", "navd.1", "navd-coming-from.7"].map { try ManualPage.prose(of: $0) }
    let lines = texts.flatMap { Self.examples(in: $0).joined() }
    var count = 0
    for line in lines {
      guard let words = Self.words(of: line) else { continue }
      count += 1
      #expect(throws: Never.self, "\(line)") {
        if words[0] == "navd" {
          _ = try Navd.parseAsRoot(Array(words.dropFirst()))
        } else {
          let own = CommandWords(Array(words.dropFirst()))
          #expect(own.complaint == nil)
          _ = try Navclient.parseAsRoot(own.words)
        }
      }
    }
    #expect(count > 35)
  }

  /// The words of the first of our programs in a line of a shell, without the remark behind it; nil for any other line.
  private static func words(of line: String) -> [String]? {
    let line = line.firstRange(of: "nav").map { String(line[$0.lowerBound...]) } ?? ""
    guard line.hasPrefix("navclient") || line.hasPrefix("navd") else { return nil }
    var words = [""]
    var isQuoted = false
    var blanks = 0
    for character in line {
      if character == "'" {
        isQuoted.toggle()
      } else if character == " ", !isQuoted {
        blanks += 1
        if blanks > 1 { break }
        words.append("")
        continue
      } else if "|<>#".contains(character), !isQuoted {
        break
      } else {
        words[words.count - 1].append(character)
      }
      blanks = 0
    }
    // A path without an ending that looks like a command has to exist.
    return words.filter { !$0.isEmpty }.map { $0 == "src" ? "./src" : $0 }
  }
}

@Suite("A start without words")
struct StartTests {
  @Test("navd serves with what the parser makes of no words")
  func serve() throws {
    let serve = try Serve.parse([])
    #expect(serve.arguments.source == Serve.usualSource)
    #expect(serve.arguments.log == ConfigurationLayer.Log())
    #expect(serve.listen == nil && !serve.insecure && !serve.remotePaths)
  }
}
