import FoundationEssentials
import NavText
package import NavWire

/// How `navclient ls` prints sessions.
package enum SessionListing {
  /// A table with a heading; a sentence when there is none.
  package static func table(_ sessions: [Reply.SessionInfo]) -> String {
    guard !sessions.isEmpty else { return "no sessions; start one with `navclient --session NAME`" }
    let cells =
      [["SESSION", "PAGE", "VIEWERS", "CONTENT"]]
      + sessions.map { session in
        [
          session.name, "\(session.page)/\(session.pages)", "\(session.viewers)",
          sanitized(session.content),
        ]
      }
    let widths = (0..<3).map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        .joined(separator: "  ") + "  " + row[3]
    }.joined(separator: "\n")
  }

  /// A JSON array of objects with stable keys; `[]` when there is none.
  package static func json(_ sessions: [Reply.SessionInfo]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(sessions.map(Entry.init)), as: UTF8.self)
  }

  private struct Entry: Encodable {
    let name: String
    let content: String
    let viewers: Int
    let page: Int
    let pages: Int
    let version: UInt64

    init(_ session: Reply.SessionInfo) {
      name = session.name
      content = session.content
      viewers = session.viewers
      page = session.page
      pages = session.pages
      version = session.version
    }
  }
}
