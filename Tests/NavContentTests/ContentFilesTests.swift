import Glibc
import NavBase
import Testing

@testable import NavContent

@Suite("The files of which content consists (proto/README.md: Content from clients)")
struct ContentFilesTests {
  private let directory = TemporaryDirectory()

  private func write(_ text: String, to name: String) -> String {
    directory.write(Array(text.utf8), to: name)
  }

  /// The name of the directory that holds the files.
  private var name: String { directory.root.split(separator: "/").last.map(String.init) ?? "" }

  @Test("a deck is sent with the files that it includes, and nothing else")
  func deck() throws {
    directory.makeDirectory("code")
    _ = write("let a = 1\n", to: "code/a.swift")
    _ = write("not included", to: "code/b.swift")
    let deck = write("# One\n\n```file\npath: code/a.swift\nlanguage: swift\n```\n", to: "talk.md")
    let files = try ContentFiles(of: .deck(path: deck))
    #expect(files.directory + "/" + name == directory.root)
    #expect(files.paths == ["\(name)/code/a.swift", "\(name)/talk.md"])
    #expect(files.entry == .deck(path: "\(name)/talk.md"))
  }

  @Test("of a directory all files are sent, but no hidden ones, links, pipes and nothing above")
  func tree() throws {
    for name in ["docs", "docs/in", ".git"] { directory.makeDirectory(name) }
    for name in ["docs/a.md", "docs/in/b.txt", "docs/.hidden", ".git/config", "above.md"] {
      _ = write(name, to: name)
    }
    symlink("../above.md", directory.path("docs/link.md"))
    mkfifo(directory.path("docs/pipe"), 0o600)
    let path = directory.path("docs")
    let files = try ContentFiles(of: .tree(path: path))
    #expect(files.directory == directory.root)
    #expect(files.paths == ["docs/a.md", "docs/in/b.txt"])
    #expect(files.entry == .tree(path: "docs"))
    let hidden = TreeOrder(showsHidden: true, sort: .name)
    let all = try ContentFiles(of: .tree(path: path, order: hidden))
    #expect(all.paths == ["docs/.hidden", "docs/a.md", "docs/in/b.txt"])
    #expect(files.links == [directory.path("docs/link.md")])
    #expect(files.omission?.hasPrefix("not sent, because of symbolic links: /") == true)
  }

  /// A directory with links to the file outside and to one inside, and what shows either.
  private func linked() -> String {
    for name in ["talk", "talk/a"] { directory.makeDirectory(name) }
    _ = write("top secret", to: "secret.md")
    _ = write("well known", to: "talk/known.md")
    directory.link("talk/out.md", to: "../secret.md")
    directory.link("talk/in.md", to: "known.md")
    directory.link("talk/out.txt", to: directory.path("secret.md"))
    directory.link("talk/above", to: "..")
    return write(
      "<!-- include: in.md -->\n\n<!-- include: out.md -->\n\n<!-- include: above/secret.md -->\n",
      to: "talk/deck.md"
    )
  }

  @Test(
    "links of a deck that lead out of its directory are neither shown nor sent, those inside are"
  )
  func linksOfDeck() throws {
    let path = linked()
    let text = ContentExport(try loadDeck(path: path)).written(as: .text)
    #expect(text.contains("well known") && !text.contains("top secret"), "\(text)")
    let files = try ContentFiles(of: .deck(path: path))
    #expect(files.paths == ["talk/deck.md", "talk/in.md"])
    let found = try Lint.findings(in: path, as: .deck).map(\.problem)
    #expect(found.count == 2 && found.allSatisfy { $0.contains("a link leads out") }, "\(found)")
    #expect(files.links == ["talk/above/secret.md", "talk/out.md"].map { directory.path($0) })
    // The directory itself may be reached through a link.
    directory.link("current", to: "talk")
    let again = ContentExport(try loadDeck(path: directory.path("current/deck.md")))
    #expect(again.written(as: .text) == text)
  }

  @Test("links of a book that lead out of it are neither shown nor sent, and are told")
  func linksOfBook() throws {
    _ = linked()
    directory.link("talk/book.toml", to: "../book.toml")
    _ = write("[book]\ntitle = \"Secret\"\nsrc = \"above\"\n", to: "book.toml")
    _ = write("# A\n\n{{#include out.md}} {{#include in.md}}\n", to: "talk/a.md")
    _ = write("- [A](a.md)\n- [In](in.md)\n- [Out](out.md)\n", to: "talk/SUMMARY.md")
    let book = try Docs(path: directory.path("talk"))
    var shown: [String] = []
    for path in ["/a.md", "/in.md", "/out.md", "/out.txt"] {
      let text = try #require(book.text(at: path)).document
      shown.append(FlowedText(text, columns: 200).rows.map(\.row.text).joined(separator: " "))
    }
    #expect(shown.allSatisfy { !$0.contains("top secret") }, "\(shown)")
    #expect(shown[0].contains("well known") && shown[1].contains("well known"), "\(shown)")
    #expect(book.title == "talk")
    let files = try ContentFiles(of: .docs(path: directory.path("talk")))
    #expect(files.paths == ["talk/SUMMARY.md", "talk/a.md", "talk/deck.md", "talk/known.md"])
    #expect(
      files.links.map(\.lastComponent) == ["above", "book.toml", "in.md", "out.md", "out.txt"]
    )
    #expect(files.omission?.contains("in.md and 2 more") == true, "\(files.omission ?? "")")
  }

  @Test(
    "of a scene, files behind links that lead out are not sent, those that it names elsewhere are"
  )
  func linksOfScene() throws {
    _ = linked()
    directory.makeDirectory("else")
    _ = write("# Elsewhere", to: "else/x.md")
    let scene = write(
      """
      tabs:
        items:
          - {title: a, content: {deck: out.md}}
          - {title: b, content: {deck: in.md}}
          - {title: c, content: {deck: ../else/x.md}}
          - {title: d, content: {deck: ../talk/out.md}}
      """,
      to: "talk/s.yaml"
    )
    let other = ContentSpec.deck(path: directory.path("else/x.md"))
    for content in [ContentSpec.scene(path: scene), .tabs([other, .scene(path: scene)])] {
      let files = try ContentFiles(of: content)
      #expect(files.paths == ["else/x.md", "talk/in.md", "talk/s.yaml"])
      #expect(files.links == [directory.path("talk/out.md")])
    }
    // A link that the user names is followed.
    let link = try ContentFiles(of: .deck(path: directory.path("talk/out.md")))
    #expect(link.paths.map(\.lastComponent) == ["secret.md"] && link.links.isEmpty)
  }

  @Test("contents behind tabs and a scene's files have one directory that contains them all")
  func several() throws {
    for name in ["one", "two", "two/book"] { directory.makeDirectory(name) }
    let deck = write("# One\n", to: "one/a.md")
    _ = write("# Two\n", to: "two/b.md")
    _ = write("# Page\n", to: "two/book/c.md")
    let scene = write(
      "tabs: {items: [{title: a, content: {deck: b.md}}, {title: b, content: {docs: book}}]}\n",
      to: "two/s.yaml"
    )
    let files = try ContentFiles(of: .tabs([.deck(path: deck), .scene(path: scene)]))
    #expect(files.directory == directory.root)
    #expect(files.paths == ["one/a.md", "two/b.md", "two/book/c.md", "two/s.yaml"])
    #expect(files.entry == .tabs([.deck(path: "one/a.md"), .scene(path: "two/s.yaml")]))
  }

  @Test("names that are the same text, composed and decomposed, are those of several files")
  func normalization() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    for name in ["docs", "docs/\(composed)", "docs/\(decomposed)"] { directory.makeDirectory(name) }
    for name in [
      "docs/\(composed).md", "docs/\(decomposed).md", "docs/\(composed)/a.md",
      "docs/\(decomposed)/a.md",
    ] { _ = write("# \(name)\n", to: name) }
    func bytes(_ paths: [String]) -> [[UInt8]] { paths.map { Array($0.utf8) } }
    let files = try ContentFiles(of: .tree(path: directory.path("docs")))
    #expect(
      bytes(files.paths)
        == bytes([
          "docs/\(decomposed).md", "docs/\(decomposed)/a.md", "docs/\(composed).md",
          "docs/\(composed)/a.md",
        ])
    )
    // They have no directory in common below the one that contains both.
    let decks = [composed, decomposed].map {
      ContentSpec.deck(path: directory.path("docs/\($0)/a.md"))
    }
    let named = try ContentFiles(of: .tabs(decks))
    #expect(named.directory == directory.path("docs"))
    #expect(bytes(named.paths) == bytes(["\(decomposed)/a.md", "\(composed)/a.md"]))
    let same = try ContentFiles(
      of: .tabs([composed, decomposed].map { .deck(path: directory.path("docs/\($0).md")) })
    )
    #expect(same.directory == directory.root)
    #expect(bytes(same.paths) == bytes(["docs/\(decomposed).md", "docs/\(composed).md"]))
  }

  @Test("a program is not run to find out what a scene consists of")
  func program() throws {
    let made = directory.path("made")
    let scene = write("command: touch \(made)\n", to: "s.yaml")
    let failure = #expect(throws: ContentFailure.self) {
      try ContentFiles(of: .scene(path: scene))
    }
    #expect(failure?.cause == .forbidden && access(made, F_OK) != 0)
  }

  @Test("what is too much to be sent is refused with what to do")
  func limits() throws {
    directory.makeDirectory("many")
    for number in 0...BundleManifest.Limits.files { _ = write("", to: "many/\(number)") }
    let failure = #expect(throws: ContentFailure.self) {
      try ContentFiles(of: .tree(path: directory.path("many")))
    }
    #expect(failure?.description.contains("--on-server") == true)
    directory.makeDirectory("empty")
    #expect(throws: ContentFailure.self) {
      try ContentFiles(of: .tree(path: directory.path("empty")))
    }
  }
}
