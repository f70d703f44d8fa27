import NavGeometry
import NavInspect
import NavModel
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
      ["control", ControlListing.text(status.control)],
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
  /// null; `filter` of the focused list, or null; `faults`, a text for each problem in the shown content; `control`, the
  /// object of `ControlListing.json`.
  package static func json(_ status: Reply.Status) throws -> String {
    try JSONText.encode(Entry(status))
  }

  private struct Entry: Encodable {
    let status: Reply.Status

    init(_ status: Reply.Status) {
      self.status = status
    }

    enum CodingKeys: String, CodingKey {
      case name, content, viewers, page, pages, title, top, version, settled, sizes, durable
      case daemonVersion = "daemon_version"
      case uptime = "uptime_ms"
      case turns
      case longestTurn = "longest_turn_us"
      case search, filter, faults, control
    }

    // Written by hand, because a nil value must be encoded as null, not left out.
    func encode(to encoder: any Encoder) throws {
      let session = status.session
      let sizes = status.sizes.map { JSONSize(columns: $0.columns, rows: $0.rows) }
      let finding = status.finding
      var entry = encoder.container(keyedBy: CodingKeys.self)
      try entry.encode(session.name, forKey: .name)
      try entry.encode(session.content, forKey: .content)
      try entry.encode(session.viewers, forKey: .viewers)
      try entry.encode(session.page, forKey: .page)
      try entry.encode(session.pages, forKey: .pages)
      try entry.encode(session.title, forKey: .title)
      try entry.encode(session.top, forKey: .top)
      try entry.encode(session.version, forKey: .version)
      try entry.encode(status.isSettled, forKey: .settled)
      try entry.encode(sizes, forKey: .sizes)
      try entry.encode(status.isDurable, forKey: .durable)
      try entry.encode(status.daemonVersion, forKey: .daemonVersion)
      try entry.encode(status.uptime.milliseconds, forKey: .uptime)
      try entry.encode(status.loop.turns, forKey: .turns)
      try entry.encode(status.loop.longestTurn.microseconds, forKey: .longestTurn)
      try entry.encode(finding.search.isEmpty ? nil : Search(finding), forKey: .search)
      try entry.encode(finding.filter.isEmpty ? nil : finding.filter, forKey: .filter)
      try entry.encode(status.faults, forKey: .faults)
      try entry.encode(ControlListing.Entry(status.control), forKey: .control)
    }
  }

  private struct Search: Encodable {
    let text: String
    let matches: Int
    let match: Int?

    init(_ finding: Reply.Finding) {
      text = finding.search
      matches = finding.matches
      match = finding.match > 0 ? finding.match : nil
    }

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
}
