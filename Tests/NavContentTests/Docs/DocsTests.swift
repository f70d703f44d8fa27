import NavBase
import NavContent
import Testing

/// Books in Markdown: their tables of contents, and their pages.
@Suite struct DocsTests {
  private let directory = TemporaryDirectory()

  private func write(_ text: String, to name: String) {
    var parent = ""
    for part in name.split(separator: "/").dropLast() {
      parent += (parent.isEmpty ? "" : "/") + part
      if !made.contains(parent) { made.insert(directory.makeDirectory(parent)) }
    }
    directory.write(Array(text.utf8), to: name)
  }

  private var made: Names = Names()

  /// The directories that exist already.
  private final class Names {
    private var names: Set<String> = []

    func contains(_ name: String) -> Bool { names.contains { $0.hasSuffix("/" + name) } }
    func insert(_ name: String) { names.insert(name) }
  }

  private func contents(_ path: String? = nil) throws -> [String] {
    let list = try #require(try Docs(path: path ?? directory.root).contents.list)
    var lines: [String] = []
    for (index, entry) in list.entries.enumerated() {
      lines += list.sections.filter { $0.entries.lowerBound == index }.map { "# " + $0.title }
      lines.append(entry.label + (entry.detail.isEmpty ? "" : " (\(entry.detail))"))
    }
    return lines + list.notes.map { "-- " + $0 }
  }

  /// Returns the rows of a page, its title first.
  private func rows(_ path: String, of book: String? = nil) throws -> [String] {
    let read = try Docs(path: book ?? directory.root).page(at: path.utf8)
    guard case .page(let page) = read.content else { return [] }
    if let list = page.list {
      return [page.title] + list.entries.map { "\($0.label) \($0.detail)" } + list.notes
    }
    let rows = FlowedText(page.document, columns: 100).rows.map {
      String($0.row.text.drop { $0 == " " })
    }
    return [page.title] + rows.filter { !$0.isEmpty }
  }

  // MARK: Summaries

  @Test func aSummaryIsTheTableOfContents() throws {
    write(
      """
      # Summary

      [Preface](preface.md)

      # First part

      - [Introduction](intro.md)
        - [Inside](in/side.md)
          - [Deep](in/deep.md)
        - [Draft]()
      - [Next](<ne xt.md>)

      ---

      # Second part

      1. [Third](third.md)

      [Afterword](./after.md)
      """,
      to: "src/SUMMARY.md"
    )
    write(
      "[book]\nauthors = [\"x\"]\ntitle = \"My *book*\"\n[output]\ntitle = \"no\"\n",
      to: "book.toml"
    )
    let expected = [
      "Preface", "# First part", "1. Introduction", "  1.1. Inside", "    1.1.1. Deep",
      "  1.2. Draft (draft)", "2. Next", "────", "# Second part", "3. Third", "Afterword",
    ]
    #expect(try contents() == expected)
    #expect(try contents(directory.path("src/SUMMARY.md")) == expected)
    #expect(try Docs(path: directory.root).title == "My *book*")
    #expect(try Docs(path: directory.path("src/SUMMARY.md")).title == "My *book*")
    #expect(Docs.isDocs(directory: directory.root) && Docs.isDocs(directory: directory.path("src")))
    let entries = try Docs(path: directory.root).contents.list?.entries ?? []
    let keys = entries.map { String(decoding: $0.key, as: UTF8.self) }
    #expect(keys[2] == "src~1in~1side.md" && keys[5] == "src~1ne xt.md")
    #expect(Set(keys).count == keys.count)
  }

  @Test func everyChapterHasANumberOfItsOwn() throws {
    let cases: [(summary: String, contents: [String])] = [
      // Lists that follow one another, at the top and in a chapter.
      (
        "- [A](a.md)\n  - [B](b.md)\n  + [C](c.md)\n  * [D](d.md)\n+ [E](e.md)\n",
        ["1. A", "  1.1. B", "  1.2. C", "  1.3. D", "2. E"]
      ),
      // Lists around a paragraph of a chapter, which is no chapter.
      (
        "- [A](a.md)\n  - [B](b.md)\n\n  more\n\n  - [C](c.md)\n- D\n\n  and [E](e.md)\n- [F](f.md)\n",
        ["1. A", "  1.1. B", "  1.2. C", "2. D (draft)", "3. F"]
      ),
    ]
    for (summary, expected) in cases {
      write("# S\n\n" + summary, to: "SUMMARY.md")
      #expect(try contents() == expected)
    }
  }

  @Test func missingChaptersAreReported() throws {
    write("# Summary\n\n- [Gone](gone.md)\n- [Out](../../out.md)\n", to: "SUMMARY.md")
    let gone = try rows("/gone.md")
    #expect(gone.first == "Gone")
    #expect(gone.dropFirst().first == "gone.md can't be shown.")
    let out = try rows("/..~1..~1out.md")
    #expect(out.contains("It is outside of the book, which is not left."))
  }

  @Test func theSettingsNameTheSourceDirectory() throws {
    write("[book]\nsrc = 'text'\n", to: "book.toml")
    write("# S\n\n- [A](a.md)\n", to: "text/SUMMARY.md")
    write("# A\n\nhello", to: "text/a.md")
    #expect(try contents() == ["1. A"])
    #expect(try rows("/text~1a.md").contains("hello"))
  }

  @Test func moreChaptersThanTheLimitAreLeftOut() throws {
    var limits = DocsLimits()
    limits.chapters = 3
    for count in [3, 4] {
      let items = (0..<count).map { "- [c\($0)](c\($0).md)\n" }.joined()
      write("# S\n\n" + items, to: "SUMMARY.md")
      let list = try #require(try Docs(path: directory.root, limits: limits).contents.list)
      #expect(list.entries.count == 3)
      #expect(list.notes.isEmpty == (count == 3))
    }
  }

  // MARK: Directories

  @Test func aDirectoryOfMarkdownIsABook() throws {
    write("# Two\n", to: "b2.md")
    write("no heading", to: "a10.markdown")
    write("---\ntitle: From above\n---\ntext", to: "a9.md")
    write("# Read me\n", to: "README.md")
    write("# Guide\n", to: "guide/index.md")
    write("# Start\n", to: "guide/a.md")
    write("# Deep\n", to: "guide/more/x.md")
    write("not Markdown", to: "other/x.txt")
    #expect(
      try contents() == [
        "Read me", "From above", "a10", "Two", "# guide", "Guide", "Start", "# guide/more", "Deep",
      ]
    )
    #expect(!Docs.isDocs(directory: directory.root))
    #expect(try rows("/guide~1a.md").prefix(2) == ["Start", "Start"])
  }

  /// A file, and its title in the table of contents and as a page, with the text of the page.
  @Test(
    arguments: [
      (
        "---\ntitle: Installing ropes\n# Spare: none\nsidebar: auto\n---\ntext",
        ["Installing ropes", "text"]
      ),
      (
        "+++\ntitle = \"With TOML\"\n\n[extra]\ntitle = 'no'\n+++\n\nText.", ["With TOML", "Text."]
      ),
      ("+++\n# why\ndraft = false\n+++\n# Heading\n", ["Heading", "Heading"]),
      ("---\ntitle: In front\n---\n# Heading\n", ["Heading", "Heading"]),
      ("---\nlayout: home\nhero:\n  name: x\n---\n", ["file", "This page is empty."]),
      ("", ["file", "This page is empty."]), ("text", ["file", "text"]),
      ("+++\nno front matter\n+++", ["file", "+++ no front matter +++"]),
      ("+++\ntitle = \"open\"", ["file", "+++ title = \"open\""]),
    ] as [(String, [String])]
  )
  func aChapterHasTheTitleThatItsListShows(text: String, rows: [String]) throws {
    write(text, to: "file.md")
    #expect(try contents() == [rows[0]])
    #expect(try self.rows("/file.md").prefix(rows.count) == rows[...])
  }

  /// A callout of a site generator, and the rows of its page.
  @Test(
    arguments: [
      ("::: tip A tip\nOf **it**.\n:::", ["A tip", "Of it."]),
      (":::warning\na\n\n::: info\nb\n:::\n:::\nc", ["Warning", "a", "Note", "b", "c"]),
      (":::danger[Stop]\na\n:::", ["Stop", "a"]), (":::{note}\na\n:::", ["Note", "a"]),
      ("::: code-group\na\n:::", ["a"]),
      ("!!! note \"Title\"\n\n    Body\n\n    more\nafter", ["Title", "Body", "more", "after"]),
      ("??? question\n    folded", ["Note", "folded"]),
      ("???+ bug \"B\"\n    open", ["B", "open"]),
      ("- a\n\n    !!! tip\n        b", ["a", "Tip", "b"]),
      ("=== \"Tab\"\n    a", ["Tab", "a"]),
      ("{{< hint danger >}}\na\n{{< /hint >}}", ["Caution", "a"]),
      ("{{% notice tip \"T\" %}}\na\n{{% /notice %}}", ["T", "a"]),
      ("{{< callout type=\"warning\" >}}\na\n{{< /callout >}}", ["Warning", "a"]),
      ("> [!TIP]\n> as on GitHub", ["Tip", "as on GitHub"]),
      // Text.
      ("::: tip\nopen", ["::: tip open"]), ("!!! wow\ntext", ["!!! wow text"]), ("???", ["???"]),
      ("```\n::: tip\na\n:::\n```", ["::: tip", "a", ":::"]),
    ] as [(String, [String])]
  )
  func callouts(text: String, rows: [String]) throws {
    write(text, to: "file.md")
    let shown = try self.rows("/file.md").dropFirst().map { row in
      row.drop { !$0.isLetter && !":!?".contains($0) || String($0) == AlertKind.note.icon }
    }
    #expect(shown.filter { !$0.isEmpty }.map(String.init) == rows)
  }

  /// The list reads the start of a file, without its includes.
  @Test func aTitleFarDownIsNone() throws {
    write(String(repeating: "text\n\n", count: 2_000) + "# Late\n", to: "late.md")
    write("# Included\n", to: "part.txt")
    write("{{#include part.txt}}\n", to: "other.md")
    #expect(try contents() == ["late", "other"])
    #expect(try rows("/late.md").first == "late" && rows("/other.md").first == "other")
  }

  @Test func limitsOfADirectoryHold() throws {
    write("# 1\n", to: "a/b/c/x.md")
    write("# 2\n", to: "a/y.md")
    var limits = DocsLimits()
    limits.depth = 3
    #expect(try Docs(path: directory.root, limits: limits).contents.list?.entries.count == 2)
    limits.depth = 2
    #expect(try Docs(path: directory.root, limits: limits).contents.list?.entries.count == 1)
    limits.depth = 8
    limits.directories = 4
    #expect(try Docs(path: directory.root, limits: limits).contents.list?.notes == [])
    limits.directories = 3
    #expect(try Docs(path: directory.root, limits: limits).contents.list?.notes.count == 1)
  }

  @Test func aDirectoryThatIsNoBookIsReported() throws {
    #expect(try contents() == ["-- no Markdown here"])
    let missing = directory.path("missing")
    #expect(throws: ContentError.notFound(path: missing)) { try Docs(path: missing) }
  }

  // MARK: Links

  @Test func linksLeadToPages() throws {
    write("# S\n\n- [A](ch/a.md)\n- [B](b.md)\n", to: "SUMMARY.md")
    write(
      """
      # A
      See [B](../b.md), [the end](../b.md#the-end), [here](#a), [B again](../b.html), [out](../../x.md),
      [web](https://example.org/a.md), [code](x.rs), [none]().
      """,
      to: "ch/a.md"
    )
    write("# B\n\ntext\n\n## The end\n\nmore\n\n## The end\n", to: "b.md")
    write("fn main() {}\n", to: "ch/x.rs")
    #expect(
      try rows("/ch~1a.md/~links") == [
        "Links", "B b.md", "the end b.md", "here #a", "code ch/x.rs",
      ]
    )
    guard
      case (let document, nil)? = try Docs(path: directory.root).text(at: "/ch~1a.md")
    else {
      Issue.record("no text")
      return
    }
    let links = FlowedText(document, columns: 200).rows.flatMap {
      $0.row.runs.compactMap(\.style.link)
    }
    #expect(
      links == [
        "nav-page:b.md", "nav-page:b.md#the-end", "nav-page:ch~1a.md#a", "nav-page:b.md",
        "https://example.org/a.md", "nav-page:ch~1x.rs",
      ]
    )
    for (token, block) in [
      ("b.md#the-end", 2), ("b.md#the-end-1", 4), ("b.md#none", nil), ("b.md", nil),
    ]
      as [(String, Int?)]
    {
      guard
        case (_, let start)? = try Docs(path: directory.root).text(at: "/x/" + token)
      else {
        Issue.record("no text")
        continue
      }
      #expect(start?.block == block, "\(token)")
    }
    #expect(try rows("/ch~1a.md/ch~1x.rs").contains("fn main() {}"))
  }

  @Test func nobodyElseMakesLinksToPages() throws {
    write("[x](nav-page:..~1secret) <nav-page:a.md>", to: "a.md")
    guard case (let document, _)? = try Docs(path: directory.root).text(at: "/a.md")
    else {
      Issue.record("no text")
      return
    }
    #expect(!document.leadsToPages)
    #expect(try rows("/a.md/~links") == ["Links", "no links to other pages of the book"])
  }

  // MARK: Includes

  @Test(arguments: [
    ("{{#include x.txt}}", "one two three four"), ("{{#include x.txt:2}}", "two"),
    ("{{#include x.txt:2:3}}", "two three"), ("{{#include x.txt::2}}", "one two"),
    ("{{#include x.txt:3:}}", "three four"), ("{{#include y.txt:part}}", "inside"),
    ("a {{#include sub/z.txt}} b", "a from one two three four below b"),
    ("\\{{#include x.txt}}", "{{#include x.txt}}"), ("{{#other x}}", "{{#other x}}"),
    ("{{#title T}}text", "text"),
    ("{{#include x.txt", "{{#include x.txt"),
  ])
  func filesAreIncluded(text: String, expected: String) throws {
    write("one\ntwo\nthree\nfour\n", to: "x.txt")
    write("# ANCHOR: part\ninside\n# ANCHOR_END: part\noutside\n", to: "y.txt")
    write("from\n{{#include ../x.txt}}\nbelow\n", to: "sub/z.txt")
    write("{{#include loop.md}}", to: "loop.md")
    write(text, to: "a.md")
    #expect(try rows("/a.md").dropFirst().joined(separator: " ") == expected)
  }

  /// An include that fails is a fault with its place, for the status line and lint, and a blank row of the chapter.
  @Test(arguments: [
    ("{{#include ../../out}}", 1, 1, "can't include ../../out: it is outside of the book"),
    ("# ü\n\nü {{#include none}}\n", 3, 3, "can't include none: there is no such file"),
    ("\n```\n{{#include loop.md}}\n```", 3, 1, "can't include loop.md: it includes itself"),
    ("{{#include x.txt}} {{#playground a.md}}", 1, 20, "can't include a.md: it includes itself"),
  ])
  func failedIncludes(text: String, line: Int, column: Int, problem: String) throws {
    write("", to: "SUMMARY.md")
    write("one", to: "x.txt")
    write("{{#include loop.md}}", to: "loop.md")
    write(text, to: "a.md")
    let book = try Docs(path: directory.root)
    #expect(book.page(at: "/a.md".utf8).content.faults == ["a.md:\(line): \(problem)"])
    let rows = try rows("/a.md")
    #expect(!rows.contains { $0.contains("include") }, "\(rows)")
    let findings = try Lint.findings(in: directory.path("a.md"), as: .deck)
      .filter { $0.problem.hasPrefix("can't include") }
    #expect(findings.map(\.line) == [line] && findings.map(\.column) == [column])
    #expect(findings.first?.problem.hasPrefix(problem) == true)
  }

  /// The root of the book is beside its settings; without a book, braces are text.
  @Test func includesOfChaptersInFolders() throws {
    write("{{#include ../../code/x.rs}}", to: "src/part/a.md")
    let path = directory.path("src/part/a.md")
    for (file, text, problem) in [
      (nil, "", nil), ("src/SUMMARY.md", "", "outside"), ("book.toml", "[book]\n", "no such"),
      ("code/x.rs", "fn main() {}", nil),
    ] as [(String?, String, String?)] {
      if let file { write(text, to: file) }
      let problems = try Lint.findings(in: path, as: .deck).map(\.problem)
      #expect(problems.count == (problem == nil ? 0 : 1))
      #expect(problems.allSatisfy { $0.contains(problem ?? "") }, "\(problems)")
    }
  }

  @Test func limitsOfIncludesHold() throws {
    var limits = DocsLimits()
    limits.includes = 2
    limits.includedBytes = 40
    limits.includeDepth = 2
    write("12345678901234567890", to: "five")
    write("123456789012345678901", to: "six")
    write("{{#include two}}", to: "one")
    write("{{#include three}}", to: "two")
    write("deep", to: "three")
    for (text, isWhole) in [
      ("{{#include five}} {{#include five}}", true),
      ("{{#include five}} {{#include six}}", false),
      ("{{#include three}} {{#include three}} {{#include three}}", false),
      ("{{#include two}}", true),
      ("{{#include one}}", false),
    ] {
      write(text, to: "a.md")
      let page = try Docs(path: directory.root, limits: limits).page(at: "/a.md".utf8)
      #expect(page.content.faults.isEmpty == isWhole, "\(text): \(page.content.faults)")
    }
  }
}

extension Docs {
  /// Returns the text of a chapter, and the position at which it opens; nil for a list.
  func text(at path: String) -> (document: TextDocument, start: TextPosition?)? {
    let read = page(at: path.utf8)
    guard case .page(let page) = read.content, case .text(let document) = page.body else {
      return nil
    }
    return (document, read.start)
  }
}
