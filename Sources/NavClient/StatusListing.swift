import NavGeometry
import NavInspect
package import NavWire

/// How `navclient status` prints a session.
package enum StatusListing {
  /// A line for each fact.
  package static func text(_ status: Reply.Status) -> String {
    let session = status.session
    let sizes = status.sizes.map(\.description).joined(separator: ", ")
    let page = "\(session.page)/\(session.pages)"
    let lines = [
      ["session", session.name],
      ["content", session.content],
      ["page", session.title.isEmpty ? page : "\(page)  \(session.title)"],
      ["top", session.top],
      ["viewers", "\(session.viewers)"],
      ["version", "\(session.version)"],
      ["state", status.isSettled ? "settled" : "moving"],
      ["sizes", sizes.isEmpty ? "none" : sizes],
      ["navd", "\(status.daemonVersion), up \(status.uptime.inWords)"],
    ]
    let saved = ["saved", "no: navd can't write its state (see its log)"]
    return TextTable.lines(lines + (status.isDurable ? [] : [saved]))
  }

  /// A JSON object with stable keys.
  ///
  /// Those of `SessionListing.json`, and: `settled`, whether no motion runs; `sizes`, those it is laid
  /// out for, each `{"columns", "rows"}`; `durable`, whether what is done now survives the end of
  /// the daemon; `daemon_version`; `uptime_ms` of the daemon.
  package static func json(_ status: Reply.Status) throws -> String {
    try JSONText.encode(Entry(status))
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
    let settled: Bool
    let sizes: [JSONSize]
    let durable: Bool
    let daemonVersion: String
    let uptime: Int64

    enum CodingKeys: String, CodingKey {
      case name, content, viewers, page, pages, title, top, version, settled, sizes, durable
      case daemonVersion = "daemon_version"
      case uptime = "uptime_ms"
    }

    init(_ status: Reply.Status) {
      name = status.session.name
      content = status.session.content
      viewers = status.session.viewers
      page = status.session.page
      pages = status.session.pages
      title = status.session.title
      top = status.session.top
      version = status.session.version
      settled = status.isSettled
      sizes = status.sizes.map { JSONSize(columns: $0.columns, rows: $0.rows) }
      durable = status.isDurable
      daemonVersion = status.daemonVersion
      uptime = status.uptime.milliseconds
    }
  }
}
