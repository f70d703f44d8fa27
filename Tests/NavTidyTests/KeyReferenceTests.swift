import Foundation
import NavCommands
import Testing

/// The keys in README are those of the key table.
@Suite("The keys in README")
struct KeyReferenceTests {
  /// Returns the texts between backquotes in the tables of its section on keys.
  private static func shown() throws -> [String] {
    let readme = try Repository.text("README.md")
    let start = try #require(readme.firstRange(of: "### Keys\n")?.upperBound)
    let rest = readme[start...]
    let ends = ["\n## ", "\n### "].compactMap { rest.firstRange(of: $0)?.lowerBound }
    let section = rest[..<(ends.min() ?? rest.endIndex)]
    return section.split(separator: "\n").filter { $0.hasPrefix("|") }
      .flatMap { row in
        let cells = row.split(separator: "|")
        let keys = cells.count > 1 ? cells[1] : ""
        return keys.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      }
  }

  private static let focuses: [KeyFocus] = [.none, .pager, .list, .text]
  private static let findings: [KeyFinding] = [.nothing, .search, .filter]

  /// Names in README are capitalised: `Ctrl-L`.
  private static func key(_ name: String) -> Key? {
    name.hasPrefix("Ctrl-") ? Key(name: name.lowercased()) : Key(name: name)
  }

  @Test("README contains every key of the table")
  func whole() throws {
    let shown = Set(try Self.shown().compactMap(Self.key))
    for focus in Self.focuses {
      for key in KeyTable.bindings(focus: focus).flatMap(\.keys) {
        #expect(shown.contains(key), "\(key.name)")
      }
    }
  }

  @Test("every key in README has a meaning")
  func nothingElse() throws {
    let shown = try Self.shown()
    try #require(shown.count > 40)
    let sequences = Set(CommandTable.entries.map(\.sequence))
    // They have a meaning for a pointer, an overlay or an arrow of a header.
    let elsewhere: Set = ["Esc", "‹", "›"]
    for name in shown where !sequences.contains(name) && !elsewhere.contains(name) {
      if name.hasPrefix(":"), name.count > 1 {
        #expect(throws: Never.self) { try CommandTable.command(String(name.dropFirst())) }
        continue
      }
      let meanings = Self.key(name).map { key in
        Self.focuses.flatMap { focus in
          Self.findings.compactMap { KeyTable.command(for: key, focus: focus, finding: $0) }
        }
      }
      #expect(meanings?.isEmpty == false, "\(name)")
    }
  }
}
