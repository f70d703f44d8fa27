import Glibc
import NavBase
import NavSystem
import Testing

@testable import NavContent

/// Files in a directory of the test's own.
@Suite struct LoadingTests {
  private let directory = TemporaryDirectory()

  @Test(
    arguments: [
      ("talk.md", "# Hello", "talk", "Hello"),
      ("My talk.v2.markdown", "# Hello", "My talk.v2", "Hello"),
      ("t.md", "---\ntitle: Named\n---\nx", "Named", "x"),
      ("t.md", "", "t", "This deck is empty"),
    ]
  )
  func decks(name: String, content: String, title: String, slide: String) throws {
    let path = directory.write(Array(content.utf8), to: name)
    let deck = try loadDeck(path: path)
    #expect(deck.title == title)
    #expect(deck.slides.map(\.title) == [slide])
  }

  @Test func brokenTextIsRepaired() throws {
    let path = directory.write([0x61, 0xFF, 0xC3, 0x28, 0xE2, 0x82], to: "t.md")
    let title = try loadDeck(path: path).slides[0].title
    #expect(title == "a\u{FFFD}\u{FFFD}(\u{FFFD}\u{FFFD}")
  }

  @Test(
    "a deck includes a file whose name is not UTF-8, named by its bytes; so may its own name be"
  )
  func namesThatAreNotUTF8() throws {
    let (name, deck) = (Array("caf".utf8) + [0xE9], Array("t".utf8) + [0xFF])
    directory.write(Array("# Inner\n".utf8), to: name)
    let text = Array("<!-- include: ".utf8) + name + Array(" -->\n".utf8)
    directory.write(text, to: deck)
    let path = String(system: directory.path(deck))
    #expect(try loadDeck(path: path).slides.map(\.title) == ["Inner"])
  }

  @Test("a link that leads out of the directory is not followed")
  func linksOut() throws {
    let inside = directory.makeDirectory("a")
    directory.makeDirectory("b")
    let path = directory.write([], to: "a/file")
    #expect(try loadText(path: path, limit: 9, beneath: inside) == "")
    #expect(rename(path, directory.path("b/file")) == 0 && symlink("../b/file", path) == 0)
    #expect(throws: ContentError.linksOut(path: path)) {
      try loadText(path: path, limit: 9, beneath: inside)
    }
    let page = loadTreePage(path: Array(path.utf8), ancestors: [], beneath: inside)
    #expect(page != loadTreePage(path: Array(path.utf8), ancestors: []))
  }

  @Test func linksAreFollowed() throws {
    let path = directory.write(Array("# A".utf8), to: "t.md")
    let link = directory.path("link.md")
    #expect(symlink(path, link) == 0)
    #expect(try loadDeck(path: link).slides[0].title == "A")
  }

  @Test(
    "a link is followed whenever it is read, as the whole path or a part of it, and watched",
    arguments: [
      ("link", "", PathKind.file), ("link", "", .deck), ("link", "", .outline), ("link", "", .tree),
      ("link", "/in.md", .deck), ("link", "/in.md", .text),
    ]
  )
  func linksThatChange(link: String, rest: String, kind: PathKind) throws {
    let reader = ContentReader()
    var read: [SessionContent] = []
    for name in ["one", "two"] {
      if kind == .tree || !rest.isEmpty {
        directory.makeDirectory(name)
        directory.write(Array("[\"\(name)\"]".utf8), to: "\(name)/in.md")
        directory.write([], to: "\(name)/\(name).txt")
      } else {
        directory.write(Array("[\"\(name)\"]".utf8), to: name)
      }
      unlink(directory.path(link))
      directory.link(link, to: name)
      let found = try FoundPath(directory.path(link) + rest)
      #expect(found.path == directory.path(link) + rest)
      let files = ReadFiles()
      read.append(
        try files.record { try reader.read(.path(PathContent(kind, found.path)), for: 1) }
      )
      #expect(files.paths.contains(found.path))
    }
    #expect(read[0] != read[1])
    reader.close(1)
  }

  @Test("what a deck behind a link includes is beside the deck")
  func linkedDeck() throws {
    directory.makeDirectory("talks")
    directory.write(Array("# Other\n".utf8), to: "talks/other.md")
    directory.write(Array("<!-- include: other.md -->\n".utf8), to: "talks/talk.md")
    let link = directory.link("link.md", to: "talks/talk.md")
    guard case .pager(let pager) = try ContentReader().read(.deck(path: link), for: 1) else {
      Issue.record("no deck")
      return
    }
    #expect(pager.pages.count == 1 && pager.pages.title(0) == "Other")
  }

  @Test(arguments: [(deckByteLimit, false), (deckByteLimit + 1, true)])
  func sizeLimit(size: Int, isRefused: Bool) {
    let path = directory.write([UInt8](repeating: 0x20, count: size), to: "t.md")
    #expect(failure(path) == (isRefused ? .tooLarge(path: path, limit: deckByteLimit) : nil))
  }

  @Test func nothingIsThere() {
    let file = directory.write([], to: "t.md")
    for path in [directory.path("none.md"), file + "/t.md", "", "a\u{0}b.md"] {
      #expect(failure(path) == .notFound(path: path))
    }
    #expect(symlink("loop.md", directory.path("loop.md")) == 0)
    guard case .unreadable(_, ELOOP, _)? = failure(directory.path("loop.md")) else {
      Issue.record("a loop of links was not refused")
      return
    }
  }

  @Test(
    arguments: [
      (.notFound(path: "/x/a.md"), "a.md is gone"), (.vanished(path: "a"), "a is gone"),
      (.isDirectory(path: "/a"), "a is a directory now"),
      (.notDirectory(path: "/x/a/"), "a is no directory any more"),
      (.notPermitted(path: "/x/a"), "a may not be read (permission denied)"),
      (.notRegularFile(path: "/x/a"), "a is no file any more"),
      (.tooLarge(path: "/x/a", limit: 16 << 20), "a is larger than 16 MiB"),
      (
        .unreadable(path: "/x/a\u{1B}", code: 5, reason: "no\u{7}"),
        "a\u{FFFD} can't be read (no\u{FFFD})"
      ),
    ] as [(ContentError, String)]
  )
  func inAFewWords(error: ContentError, words: String) {
    #expect(error.brief == words)
  }

  @Test func onlyFilesAreOpened() {
    let pipe = directory.path("pipe.md")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(failure(pipe) == .notRegularFile(path: pipe))
    #expect(failure("/dev/zero") == .notRegularFile(path: "/dev/zero"))
    #expect(failure(directory.root) == .isDirectory(path: directory.root))
  }

  /// A user who may read everything becomes one who may not, in a separate process.
  @Test func permission() async {
    await #expect(processExitsWith: .success) {
      let directory = TemporaryDirectory()
      #expect(chmod(directory.root, 0o755) == 0)
      let path = directory.write([], to: "t.md")
      #expect(chmod(path, 0) == 0)
      if geteuid() == 0 { #expect(seteuid(65_534) == 0) }
      #expect(throws: ContentError.notPermitted(path: path)) { try loadDeck(path: path) }
      _ = seteuid(getuid())
      withExtendedLifetime(directory) {}
    }
  }

  /// A file of the kernel reports size 0 but has content.
  @Test func filesWithoutASizeAreReadToTheEnd() throws {
    #expect(try !loadDeck(path: "/proc/self/status").slides[0].title.contains("empty"))
  }

  @Test(arguments: ["a.md", "a.MD", "/b/a.markdown", "a.mkd", "a.b.mdown", ".md"])
  func markdownIsGuessed(path: String) {
    #expect(PathKind(ofFileNamed: path) == .deck)
  }

  @Test(arguments: ["a.yaml", "a.YML", "/b/a.md.yaml"])
  func scenesAreGuessed(path: String) {
    #expect(PathKind(ofFileNamed: path) == .scene)
  }

  @Test(arguments: [
    "a.txt", "a", "", "md", "a.md.gz", "/a.md/b", "-", "a.md ", "/\u{0}", "a.swift",
  ])
  func otherNamesAreFiles(path: String) {
    #expect(PathKind(ofFileNamed: path) == nil)
  }

  @Test(arguments: ["a.json", "a.JSONL", "/b/a.ndjson"])
  func documentsAreGuessed(path: String) {
    #expect(PathKind(ofFileNamed: path) == .outline)
  }

  @Test(arguments: [
    ("/a/talk.md", "talk"), ("\u{1B}.v2.md", "\u{1B}.v2"), (".md", ".md"), ("/", ""),
  ])
  func stems(path: String, stem: String) {
    #expect(path.fileStem == stem)
  }

  @Test(
    arguments: [
      (.notFound(path: "x"), "x: no such file; check the name"),
      (
        .isDirectory(path: "x"),
        "x: a directory; open it as a tree, or give a Markdown file"
      ),
      (
        .notDirectory(path: "x"),
        "x: not a directory; give one, or open the file as a deck"
      ),
      (
        .notPermitted(path: "x"),
        "x: permission denied; make it readable for the user that navd runs as"
      ),
      (
        .notRegularFile(path: "x"),
        "x: not a regular file; save the text in a file and open that"
      ),
      (
        .tooLarge(path: "x.md", limit: deckByteLimit),
        "x.md: larger than 16 MiB; split the deck into several files"
      ),
      (
        .tooLarge(path: "x.log", limit: deckByteLimit),
        "x.log: larger than 16 MiB; split it into several files"
      ),
      (
        .tooLarge(path: "x.yaml", limit: 4 << 20),
        "x.yaml: larger than 4 MiB; split it into several files"
      ),
      (
        .malformed(
          path: "x\u{1B}.yaml",
          SceneFault(line: 2, column: 3, problem: "what: do", excerpt: "a: b")
        ),
        "x\u{FFFD}.yaml:2:3: what: do, in \"a: b\""
      ),
      (
        .binary(path: "\u{1B}]"),
        "\u{FFFD}]: not a text, so there is nothing to write; show it with --open"
      ),
      (
        .vanished(path: "x"),
        "x: went away while it was read; open it again when it is back"
      ),
      (
        .unreadable(path: "x", code: EIO, reason: "Input/output error"),
        "x: can't be read (Input/output error); check the file and its file system"
      ),
    ] as [(ContentError, String)]
  )
  func errorTexts(error: ContentError, text: String) {
    #expect("\(error)" == text)
  }

  private func failure(_ path: String) -> ContentError? {
    do throws(ContentError) {
      _ = try loadDeck(path: path)
      return nil
    } catch {
      return error
    }
  }
}
