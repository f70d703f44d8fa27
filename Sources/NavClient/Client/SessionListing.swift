import NavBase
import NavSystem
import NavViewer
package import NavWire

/// The output of `navclient ls`.
package enum SessionListing {
  /// The most columns of a title in the table; a longer one is truncated with `…`.
  static let titleColumns = 30

  /// Returns a table with a heading; a sentence if there are no sessions.
  package static func table(_ sessions: [Reply.SessionInfo]) -> String {
    guard !sessions.isEmpty else { return "no sessions; start one with `navclient --session NAME`" }
    return ColumnTable.lines(
      [["SESSION", "PAGE", "VIEWERS", "TITLE", "CONTENT"]]
        + sessions.map { session in
          [
            session.name, "\(session.page)/\(session.pages)",
            session.unseenWords ?? "\(session.viewers)",
            sanitized(session.title).truncated(toColumns: titleColumns), session.content,
          ]
        }
    )
  }

  /// Returns the names, one per line; empty if there are none.
  package static func names(_ sessions: [Reply.SessionInfo]) -> String {
    sessions.map { sanitized($0.name) }.joined(separator: "\n")
  }

  /// Returns a JSON array of objects with stable keys; `[]` if there are no sessions.
  ///
  /// The keys: `name`; `content`, a path or `tour`; `viewers`; `page`, from 1, and `pages`; `title`
  /// of that page; `top`, the identity of the front page; `version`; `unseen_ms`, for how long it has had no viewer.
  package static func json(_ sessions: [Reply.SessionInfo]) throws -> String {
    try JSONText.encode(
      sessions.map {
        JoinedObject(SessionKeys($0), ["unseen_ms": $0.unseen.milliseconds])
      }
    )
  }
}

extension Reply.SessionInfo {
  /// For how long nobody has seen it, where that is long: `unseen 9 d`.
  var unseenWords: String? {
    unseen >= .seconds(7 * 86_400) ? "unseen \(unseen.inWords)" : nil
  }
}
