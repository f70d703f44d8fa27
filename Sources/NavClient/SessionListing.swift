import NavInspect
import NavText
import NavViewer
package import NavWire

/// How `navclient ls` prints sessions.
package enum SessionListing {
  /// A longer title of a page ends with `…` in the table.
  static let titleColumns = 30

  /// A table with a heading; a sentence when there is none.
  package static func table(_ sessions: [Reply.SessionInfo]) -> String {
    guard !sessions.isEmpty else { return "no sessions; start one with `navclient --session NAME`" }
    return ColumnTable.lines(
      [["SESSION", "PAGE", "VIEWERS", "TITLE", "CONTENT"]]
        + sessions.map { session in
          [
            session.name, "\(session.page)/\(session.pages)", "\(session.viewers)",
            sanitized(session.title).truncated(toColumns: titleColumns), session.content,
          ]
        }
    )
  }

  /// The names, one on each line, and nothing when there is none.
  package static func names(_ sessions: [Reply.SessionInfo]) -> String {
    sessions.map { sanitized($0.name) }.joined(separator: "\n")
  }

  /// A JSON array of objects with stable keys; `[]` when there is none.
  ///
  /// The keys: `name`; `content`, a path or `tour`; `viewers`; `page`, from 1, and `pages`; `title`
  /// of that page; `top`, which names the page in front; `version`.
  package static func json(_ sessions: [Reply.SessionInfo]) throws -> String {
    try JSONText.encode(sessions.map(Entry.init))
  }

  private struct Entry: Encodable {
    let name: String
    let content: String
    let viewers: Int
    let page: Int
    let pages: Int
    let title: String
    let top: String
    let version: UInt64

    init(_ session: Reply.SessionInfo) {
      name = session.name
      content = session.content
      viewers = session.viewers
      page = session.page
      pages = session.pages
      title = session.title
      top = session.top
      version = session.version
    }
  }
}
