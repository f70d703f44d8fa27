import Foundation
import Testing

/// Comments, names of tests and documents cite rules of the engine, files, and sections of documents: all of them exist.
@Suite("Citations")
struct CitationTests {
  private static let catalog = "Sources/NavEngine/NavEngine.docc"

  /// The IDs of rules: those of decisions and numbers in cells, and those of each family, a `Q` marking fixed bugs.
  private static let id =
    #"\b(?:(?:MBX|RK|PC|PS|ZX|ST|SN)Q?|PI|TW|NC|PG|SV|MA|SPL|D)-\d+\b|\bS15-[a-z]+(?:-[a-z]+)*\b"#

  // MARK: Rules

  @Test(
    "the documentation of NavEngine defines each rule once, and the list of rules has the same ones"
  )
  func definitions() throws {
    var defined: [String] = []
    for file in try Repository.files(below: Self.catalog, endings: ["md"]) {
      let items = Self.matches("(?m)^- \\*\\*(\(Self.id))\\*\\* ", in: try Repository.text(file))
      defined += items.map { $0[1] }
    }
    try #require(defined.count > 200)
    #expect(defined.sorted() == Semantics.rules.map(\.key).sorted())
  }

  @Test("every rule that is cited is defined")
  func rules() throws {
    let rules = Set(Semantics.rules.map(\.key))
    for source in try Self.sources() {
      let cited = Set(Self.matches(Self.id, in: source.text).map { $0[0] })
      #expect(cited.subtracting(rules).sorted() == [], "no rules, cited in \(source.path)")
    }
  }

  // MARK: Files

  @Test("every file that is cited exists")
  func files() throws {
    // From the root, as code and documents cite them alike.
    let fromRoot = #"(?<![\w/.{$])(?:Sources|Tests|proto|deploy)/[\w./+-]*\w"#
    let schema = #"(?<![\w/.])\w+\.proto\b"#
    let article = #"\bAbout[A-Z]\w+"#
    for source in try Self.sources() {
      for path in Set(Self.matches(fromRoot, in: source.text).map { $0[0] }).sorted() {
        #expect(Repository.exists(path), "\(source.path) cites \(path)")
      }
      for name in Set(Self.matches(schema, in: source.text).map { $0[0] }).sorted() {
        #expect(Repository.exists("proto/navd/v1/" + name), "\(source.path) cites \(name)")
      }
      for name in Set(Self.matches(article, in: source.text).map { $0[0] }).sorted() {
        #expect(Repository.exists("\(Self.catalog)/\(name).md"), "\(source.path) cites \(name)")
      }
    }
  }

  /// Documents for users name files of theirs, too.
  @Test("every file that a document for developers names between backquotes exists")
  func filesInDocuments() throws {
    for document in try Self.documents()
    where document.path.hasSuffix("/README.md") || document.path.contains(".docc/") {
      let folder = document.path.split(separator: "/").dropLast().joined(separator: "/")
      let named = Self.matches(#"(?<!`)`([A-Za-z][\w+]*/[\w+./-]*\w)`(?!`)"#, in: document.text).map
      { $0[1] }
      for path in Set(named).sorted() {
        let places = ["", folder + "/", "Sources/", "Tests/"].map { $0 + path }
        #expect(places.contains { Repository.exists($0) }, "\(document.path) names \(path)")
      }
    }
  }

  @Test("every link of a document leads to a file, and to a heading in it")
  func links() throws {
    for document in try Self.documents() {
      let folder = document.path.split(separator: "/").dropLast().map(String.init)
      for match in Self.matches(#"\]\(([^)\s#:]*)(?:#([^)\s]*))?\)"#, in: document.text) {
        let (link, anchor) = (match[1], match[2])
        // The manual's examples of pictures.
        if link.hasSuffix(".png") { continue }
        var parts = link.isEmpty ? document.path.split(separator: "/").map(String.init) : folder
        for part in link.split(separator: "/") {
          if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        let path = parts.joined(separator: "/")
        guard Repository.exists(path) else {
          Issue.record("\(document.path) links to \(link)")
          continue
        }
        guard !anchor.isEmpty else { continue }
        let anchors = try Self.headings(of: path).map(Self.anchor)
        #expect(anchors.contains(anchor), "\(document.path) links to \(link)#\(anchor)")
      }
    }
  }

  // MARK: Sections

  @Test("every section that is cited is a heading of its document, every decision one of its list")
  func sections() throws {
    let citation =
      #"((?:Sources|Tests|proto|deploy)/README\.md)`?[:,] ([A-Z][^\n]{0,60}|decisions? \d+)"#
    for source in try Self.sources() {
      for match in Self.matches(citation, in: source.text) {
        let (document, section) = (match[1], match[2])
        let isThere: Bool
        if section.hasPrefix("decision") {
          let number = section.split(separator: " ")[1]
          let list = try Repository.text(document).split(separator: "\n## Decisions\n").last ?? ""
          isThere = list.contains("\n\(number). ")
        } else {
          isThere = try Self.headings(of: document).contains { section.hasPrefix($0) }
        }
        #expect(isThere, "\(source.path) cites '\(section)' of \(document)")
      }
    }
  }

  @Test("no document is cited that is not in the repository")
  func strangers() throws {
    let stranger =
      #"\b(?:architecture|protocol|experience|semantics|product|style)\.md\b|(?<!in )\b[Ss]ections? \d+(?:\.\d+)?\b"#
    for source in try Self.sources() {
      let cited = Set(Self.matches(stranger, in: source.text).map { $0[0] }).sorted()
      #expect(cited == [], "\(source.path) cites \(cited)")
    }
  }

  // MARK: What is read

  private struct Source {
    let path: String
    let text: String
  }

  /// Everything that cites, but this file: code with its comments, a comment of several lines as one line, and
  /// documents.
  private static func sources() throws -> [Source] {
    let endings = ["swift", "c", "h", "proto"]
    let code = try ["Sources", "Tests", "proto"].flatMap {
      try Repository.files(below: $0, endings: endings)
    }
    return try documents()
      + code.filter {
        $0 != "Tests/NavTidyTests/CitationTests.swift"
      }
      .map { Source(path: $0, text: joined(try Repository.text($0), by: #"\n *//+ "#)) }
  }

  private static func documents() throws -> [Source] {
    let paths =
      try ["README.md"]
      + ["Sources", "Tests", "proto", "deploy"].flatMap {
        try Repository.files(below: $0, endings: ["md"])
      }
    return try paths.filter { !$0.hasPrefix("Tests/Fuzzing/Corpus/") }
      .map {
        Source(
          path: $0,
          text: joined(try Repository.text($0), by: #"(?<=[^\n|`])\n *(?=[^\n|`#*-])"#)
        )
      }
  }

  /// A text whose lines are parted by blanks where a pattern says so.
  private static func joined(_ text: String, by pattern: String) -> String {
    text.replacingOccurrences(of: pattern, with: " ", options: .regularExpression)
  }

  private static func headings(of document: String) throws -> [String] {
    matches(#"(?m)^#{1,4} +(.+)$"#, in: try Repository.text(document)).map { $0[1] }
  }

  /// The name of a heading in a link to it.
  private static func anchor(of heading: String) -> String {
    String(
      heading.lowercased().compactMap {
        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : $0 == " " ? "-" : nil
      }
    )
  }

  /// All matches of a pattern, each with its groups; a group without any is empty.
  private static func matches(_ pattern: String, in text: String) -> [[String]] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else {
      preconditionFailure("cannot read the pattern \(pattern)")
    }
    let range = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: range).map { match in
      (0..<match.numberOfRanges).map { group in
        Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
      }
    }
  }
}
