import NavGeometry
import NavInspect
import NavText
import NavViewer
package import NavWire

/// The output of `navclient status`.
package enum StatusListing {
  /// Returns one line per fact.
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
      // A daemon of an earlier version does not report its turns.
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

  /// Returns a JSON object with stable keys.
  ///
  /// The keys of `SessionListing.json`, and: `settled`, whether no motion runs; `sizes`, the viewports of its layouts,
  /// each `{"columns", "rows"}`; `durable`, whether changes survive the end of the daemon; `daemon_version`;
  /// `uptime_ms` of the daemon; `turns` of its loop and `longest_turn_us`, the processor time of the longest turn;
  /// `search`, null or the `text`, the number of `matches` in the focused content and the current `match`, from 1, or
  /// null; `filter` of the focused list, or null; `faults`, a text for each problem in the shown content.
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

    // Written by hand, because a nil value must be encoded as null, not left out.
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
