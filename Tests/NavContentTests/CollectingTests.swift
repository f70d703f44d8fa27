import Foundation
import NavBase
import NavTestKit
import Testing

@testable import NavContent

@Suite("The files of a recording")
struct CollectingTests {
  @Test(
    "notes of a deck are replaced by dots, and its slides stay as they are",
    arguments: [
      "# a\n\n<!-- speaker_note: secret -->\n\n---\n\n# b\n\n<!-- secret words -->\n",
      "# a\n\n<!-- pause -->\n\nb\n\n<!-- speaker_note: |\n  secret one\n  secret two\n-->\n",
      "# a\n\n???\n\nsecret one\n\n---\n\n# b\n", "# a\n\nNote:\nsecret one\n\n---\n\n# b\n",
    ]
  )
  func notes(markdown: String) throws {
    let bytes = try RecordedDeck.withoutNotes(Array(markdown.utf8), path: "/talk.md")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("secret"), "\(text)")
    let (before, after) = (
      Deck(markdown: markdown, name: "talk"), Deck(markdown: text, name: "talk")
    )
    #expect(before.hasNotes)
    #expect(after.slides.map(\.document) == before.slides.map(\.document))
  }

  @Test("a deck without notes stays as it is, and one whose notes are also on a slide is refused")
  func others() throws {
    let plain = Array("# a\n\n<!-- pause -->\n\nb\n".utf8)
    #expect(try RecordedDeck.withoutNotes(plain, path: "/a.md") == plain)
    let twice = Array("# a\n\nsecret\n\n<!-- speaker_note: secret -->\n".utf8)
    #expect(throws: ContentFailure.self) {
      try RecordedDeck.withoutNotes(twice, path: "/a.md")
    }
  }

  @Test("of a directory there are the entries, and the contents of the files that were opened")
  func directory() throws {
    let path = try makeTemporaryDirectory("collect")
    defer { try? FileManager.default.removeItem(atPath: path) }
    for name in ["a.txt", "b.txt", ".hidden"] {
      try Data("text of \(name)".utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }
    let found = try ContentReader().collect(
      .tree(path: path),
      for: 1,
      readFrom: [path, path + "/a.txt", path + "/gone"]
    )
    let names = found.files.map { $0.path.split(separator: "/").last.map(String.init) }
    #expect(names == ["a.txt", "b.txt"])
    #expect(found.files.map(\.size) == ["text of a.txt".utf8.count, 0])
    guard case .bundle(let bundle) = found.spec, case .path(let entry) = bundle.entry else {
      return #expect(Bool(false), "\(found.spec)")
    }
    #expect(entry.kind == .tree && !entry.path.hasPrefix("/"))
  }

  @Test("the output of programs is not recorded")
  func programs() {
    let content = ContentSpec.command(CommandLine(.shell, ["date"], in: "/"))
    #expect(throws: ContentFailure.self) {
      try ContentReader().collect(content, for: 1, readFrom: [])
    }
  }
}
