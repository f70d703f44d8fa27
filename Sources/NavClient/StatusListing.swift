import NavGeometry
import NavInspect
import NavText
import NavViewer
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
    let longest = status.loop.longestTurn.milliseconds
    let turning = [
      // A daemon before this one does not count.
      status.loop.turns == 0
        ? nil : ["loop", "\(status.loop.turns) turns, the longest worked \(longest) ms"]
    ].compactMap(\.self)
    let finding = status.finding
    let found = finding.match > 0 ? "\(finding.match)/\(finding.matches)" : "\(finding.matches)"
    let looking = [
      finding.search.isEmpty ? nil : ["search", "\(finding.search)  \(found)"],
      finding.filter.isEmpty ? nil : ["filter", finding.filter],
    ].compactMap(\.self)
    let saved = ["saved", "no: navd can't write its state (see its log)"]
    let faults = status.faults.map { ["fault", $0] }
    return ColumnTable.lines(lines + turning + looking + faults + (status.isDurable ? [] : [saved]))
  }

  /// A JSON object with stable keys.
  ///
  /// Those of `SessionListing.json`, and: `settled`, whether no motion runs; `sizes`, those it is laid
  /// out for, each `{"columns", "rows"}`; `durable`, whether what is done now survives the end of
  /// the daemon; `daemon_version`; `uptime_ms` of the daemon; `turns` of its loop and `longest_turn_us`, for how long a
  /// processor worked on the longest of them; `search`, null or the `text`, how many `matches` the
  /// content that has the keys holds and the `match` that people are at, from 1, or null; `filter` of the list that
  /// has the keys, or null; `faults`, what is wrong with what is shown, a text each.
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
    let turns: UInt64
    let longestTurn: Int64
    let search: Search?
    let filter: String?
    let faults: [String]

    struct Search: Encodable {
      let text: String
      let matches: Int
      let match: Int?

      enum CodingKeys: String, CodingKey {
        case text, matches, match
      }

      func encode(to encoder: any Encoder) throws {
        var entry = encoder.container(keyedBy: CodingKeys.self)
        try entry.encode(text, forKey: .text)
        try entry.encode(matches, forKey: .matches)
        try entry.encode(match, forKey: .match)
      }
    }

    enum CodingKeys: String, CodingKey {
      case name, content, viewers, page, pages, title, top, version, settled, sizes, durable
      case daemonVersion = "daemon_version"
      case uptime = "uptime_ms"
      case turns
      case longestTurn = "longest_turn_us"
      case search, filter, faults
    }

    // Written out, since what is nil is to be null and not missing.
    func encode(to encoder: any Encoder) throws {
      var entry = encoder.container(keyedBy: CodingKeys.self)
      try entry.encode(name, forKey: .name)
      try entry.encode(content, forKey: .content)
      try entry.encode(viewers, forKey: .viewers)
      try entry.encode(page, forKey: .page)
      try entry.encode(pages, forKey: .pages)
      try entry.encode(title, forKey: .title)
      try entry.encode(top, forKey: .top)
      try entry.encode(version, forKey: .version)
      try entry.encode(settled, forKey: .settled)
      try entry.encode(sizes, forKey: .sizes)
      try entry.encode(durable, forKey: .durable)
      try entry.encode(daemonVersion, forKey: .daemonVersion)
      try entry.encode(uptime, forKey: .uptime)
      try entry.encode(turns, forKey: .turns)
      try entry.encode(longestTurn, forKey: .longestTurn)
      try entry.encode(search, forKey: .search)
      try entry.encode(filter, forKey: .filter)
      try entry.encode(faults, forKey: .faults)
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
      turns = status.loop.turns
      longestTurn = status.loop.longestTurn.microseconds
      let finding = status.finding
      search =
        finding.search.isEmpty
        ? nil
        : Search(
          text: finding.search,
          matches: finding.matches,
          match: finding.match > 0 ? finding.match : nil
        )
      filter = finding.filter.isEmpty ? nil : finding.filter
      faults = status.faults
    }
  }
}
