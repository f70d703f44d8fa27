import NavBase
import NavSystem
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
  /// The keys of `SessionListing.json` but `unseen_ms`, and: `settled`, whether no motion runs; `sizes`, the viewports of
  /// its layouts, each `{"columns", "rows"}`; `durable`, whether changes survive the end of the daemon; `daemon_version`;
  /// `uptime_ms` of the daemon; `turns` of its loop and `longest_turn_us`, the processor time of the longest turn;
  /// `search`, null or the `text`, the number of `matches` in the focused content and the current `match`, from 1, or
  /// null; `filter` of the focused list, or null; `faults`, a text for each problem in the shown content; `control`, the
  /// object of `ControlListing.json`.
  package static func json(_ status: Reply.Status) throws -> String {
    let daemon = JoinedObject(DaemonKeys(status), Details(status))
    return try JSONText.encode(JoinedObject(SessionKeys(status.session), daemon))
  }

  /// The keys about the daemon.
  private struct DaemonKeys: Encodable {
    let daemonVersion: String
    let uptime: Int64
    let turns: UInt64
    let longestTurn: Int64

    init(_ status: Reply.Status) {
      daemonVersion = status.daemonVersion
      uptime = status.uptime.milliseconds
      turns = status.loop.turns
      longestTurn = status.loop.longestTurn.microseconds
    }

    enum CodingKeys: String, CodingKey {
      case daemonVersion = "daemon_version"
      case uptime = "uptime_ms"
      case turns
      case longestTurn = "longest_turn_us"
    }
  }

  /// The other keys besides those of the session.
  private struct Details: Encodable {
    let settled: Bool
    let sizes: [JSONSize]
    let durable: Bool
    @OrNull var search: Search?
    @OrNull var filter: String?
    let faults: [String]
    let control: JoinedObject<ControlListing.State, ControlListing.Times>

    init(_ status: Reply.Status) {
      let finding = status.finding
      settled = status.isSettled
      sizes = status.sizes.map { JSONSize(columns: $0.columns, rows: $0.rows) }
      durable = status.isDurable
      search = finding.search.isEmpty ? nil : Search(finding)
      filter = finding.filter.isEmpty ? nil : finding.filter
      faults = status.faults
      control = ControlListing.object(status.control)
    }
  }

  struct Search: Encodable {
    let text: String
    let matches: Int
    @OrNull var match: Int?

    init(_ finding: Reply.Finding) {
      text = finding.search
      matches = finding.matches
      match = finding.match > 0 ? finding.match : nil
    }
  }
}

/// One JSON object with the keys of two values.
struct JoinedObject<First: Encodable, Second: Encodable>: Encodable {
  let first: First
  let second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  func encode(to encoder: any Encoder) throws {
    // Both write their keys into the encoder's only object.
    try first.encode(to: encoder)
    try second.encode(to: encoder)
  }
}

/// An optional value of a JSON object whose key is always there: nil is encoded as null.
///
/// A synthesized `encode(to:)` leaves out the keys of other optional properties that are nil.
@propertyWrapper
struct OrNull<Value: Encodable>: Encodable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }

  // Written by hand, because a nil value must be encoded as null, not left out.
  func encode(to encoder: any Encoder) throws {
    try wrappedValue.encode(to: encoder)
  }
}

/// The keys of a session in JSON, the same for `ls`, `status` and `watch`.
struct SessionKeys: Encodable {
  private let name: String
  private let content: String
  private let viewers: Int
  private let page: Int
  private let pages: Int
  private let title: String
  private let top: String
  private let version: UInt64

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
