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

  @Test(
    "of a slide that is taken out there are dots, and the other slides stay as they are",
    arguments: [
      "# a\n\nsame\n\n---\n\n# Secret\n\n- secret one\n- same[^1]\n\n---\n\n# c\n\n[^1]: secret note\n",
      "# a\n\n<!-- end_slide -->\n\n<!-- a secret -->\n# b\n\n<!-- pause -->\n\nsecret\n\n<!-- end_slide -->\n\n# c\n",
      "---\ntitle: t\n---\r\n# a\n\n---\n\n```swift {1|2}\nlet secret = 1\nsecret\n```\n\n---\n\n# c\n",
      "# a\n\n---\n\n1. **sécret** <b>secret</b>\n2. `secret` 秘密\n\n| secret |\n|---|\n| x |\n\n---\n\n# c\n",
      "# a\n\n---\n\n![secret](secret.png)\n\n![two](both.png)\n\n---\n\n![two](both.png)\n",
    ]
  )
  func slides(markdown: String) throws {
    let found = try RecordedDeck.redacting(slide: 1, of: Array(markdown.utf8), path: "dir/talk.md")
    let text = String(decoding: found.bytes, as: UTF8.self)
    #expect(!text.lowercased().contains("secret") && !text.contains("秘"), "\(text)")
    #expect(!text.contains("sécret") && found.text.lowercased().contains("secret"))
    let (before, after) = (
      Deck(markdown: markdown, name: "talk"), Deck(markdown: text, name: "talk")
    )
    #expect(before.slides.count == 3 && after.slides.count == 3)
    for slide in [0, 2] { #expect(after.slides[slide] == before.slides[slide]) }
    #expect(after.slides[1].document.stepCount == before.slides[1].document.stepCount)
    #expect(found.pictures == (markdown.contains("png") ? ["/dir/secret.png"] : []))
  }

  @Test("Markdown that a directory shows as a deck has slides, which are taken out as those of one")
  func previewedSlides() throws {
    let text = "# a\n\n---\n\n# Secret\n\nsecret words\n\n---\n\n# c\n"
    let deck = "---\ntitle: t\n---\n" + text
    func titles(_ text: String) -> [String] {
      RecordedDeck.titles(of: Array(text.utf8), path: "dir/talk.md", isPreview: true)
    }
    #expect(titles(deck) == ["a", "Secret", "c"] && titles(text) == [] && titles("") == [])
    let found = try RecordedDeck.redacting(
      slide: 1,
      of: Array(deck.utf8),
      path: "dir/talk.md",
      isPreview: true
    )
    let rest = String(decoding: found.bytes, as: UTF8.self)
    #expect(!rest.lowercased().contains("secret") && titles(rest).map(\.count) == [1, 6, 1])
  }

  @Test(
    "a slide whose words are also those of other things is refused",
    arguments: [
      ("---\ntitle: Secret\nauthor: x\n---\n\n# b\n", 0), ("# a\n\n<!-- include: b.md -->\n", 0),
    ]
  )
  func refusedSlides(markdown: String, slide: Int) {
    let refusal = #expect(throws: ContentFailure.self) {
      try RecordedDeck.redacting(slide: slide, of: Array(markdown.utf8), path: "talk.md")
    }
    #expect(refusal?.description.contains("by its name") == true)
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
