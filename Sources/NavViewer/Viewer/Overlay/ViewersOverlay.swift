import NavBase
import NavScene
package import NavWire

/// The viewers overlay: the session's viewers, updated while it is open; keys follow the selected one, give control to it, or
/// remove it.
struct ViewersOverlay: OverlayContent {
  private(set) var viewers: [Reply.ViewerInfo] = []
  /// The id of this viewer.
  private var own: UInt64 = 0
  /// The daemon's refusal.
  private var failure: String?
  var request: OverlayRequest?
  var list = OverlayList(isSelectable: true)
  /// The viewer that is removed if the key is pressed once more.
  private var doomed: UInt64?
  /// Whether the last key does not apply to this viewer itself.
  private var isOwnRefused = false

  static let refresh = Duration.seconds(2)

  init(at now: Duration) {
    request = OverlayRequest(refresh: Self.refresh, at: now)
  }

  var title: String {
    guard !viewers.isEmpty else { return "Viewers" }
    return "Viewers: \(viewers.count)" + (places.isEmpty ? "" : " (\(places))")
  }

  /// The numbers of viewers on each page: `3 on 7, 1 on 9`; empty while all are on one.
  private var places: String {
    let pages = Dictionary(grouping: viewers.compactMap(\.position), by: \.page).mapValues(\.count)
    guard pages.count > 1 else { return "" }
    let most = pages.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostPlaces)
    return most.map { "\($0.value) on \($0.key)" }.joined(separator: ", ")
      + (pages.count > Self.mostPlaces ? ", …" : "")
  }

  /// The most pages in the title.
  private static let mostPlaces = 4

  var preferredSize: OverlayArea.PreferredSize {
    OverlayArea.PreferredSize(
      columns: max(nameWidth + otherColumns, columnWidth(of: Self.keys) + 2),
      rows: min(16, max(4, viewers.count))
    )
  }

  /// The columns of the names: as many as the widest takes.
  private var nameWidth: Int {
    let widest = viewers.map { columnWidth(of: $0.shownName) }.max() ?? 0
    return min(max(Self.nameColumns.lowerBound, widest), Self.nameColumns.upperBound)
  }

  private static let nameColumns = 8...ViewerName.maximumColumns
  /// The columns of the standing, the size, the time and the words at the right.
  private var otherColumns: Int { (hasStandings ? Self.standingColumns : 0) + 38 }

  /// Whether a viewer differs from the others in what it may do.
  private var hasStandings: Bool { viewers.contains { !$0.standing.word.isEmpty } }

  /// The columns of the standings, with the gap behind them.
  private static let standingColumns = 11

  func requestBody(session: SessionReference, viewport: CellSize) -> Request.Body? {
    .listViewers(session)
  }

  /// Handles the daemon's reply; this viewer comes first.
  mutating func receive(_ body: Reply.Body, viewer own: UInt64, at now: Duration) {
    request?.answered(at: now)
    guard case .viewers(let viewers) = body else {
      failure = body.refusal
      return
    }
    failure = nil
    let before = self.viewers
    self.own = own
    self.viewers = viewers.filter { $0.id == own } + viewers.filter { $0.id != own }
    let selected = list.selection.map { before.indices.contains($0) ? before[$0].id : 0 }
    let row = self.viewers.firstIndex { $0.id == selected } ?? list.selection ?? 0
    list.replace(count: viewers.count, selecting: row)
  }

  // MARK: Input

  private static let keys = "f follows, g grants control, K removes, Esc closes"

  func footer(isScrollable: Bool) -> String { Self.keys }

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    let doomed = doomed
    self.doomed = nil
    isOwnRefused = false
    switch key {
    case Key(.character("f")): return follow()
    case Key(.character("g")): return grant()
    case Key(.character("K")):
      guard let viewer = selected, let name = nameOfOther() else { return .stays }
      guard doomed == viewer.id else {
        self.doomed = viewer.id
        return .stays
      }
      return .controls(.kick(name, nil))
    default: return list.receive(key, rows: rows, isTyping: false) ? .stays : .closes
    }
  }

  private mutating func follow() -> Overlay.Outcome {
    guard let name = nameOfOther() else { return .stays }
    return .follows(name)
  }

  /// Returns the name of the selected viewer; nil, with a note, for this one.
  private mutating func nameOfOther() -> ViewerName? {
    isOwnRefused = selected?.id == own
    return isOwnRefused ? nil : selected?.name
  }

  private func grant() -> Overlay.Outcome {
    guard let name = selected?.name else { return .stays }
    return .controls(.grant(name))
  }

  mutating func choose(_ row: Int) -> Overlay.Outcome {
    doomed = nil
    isOwnRefused = false
    list.select(row)
    return .stays
  }

  private var selected: Reply.ViewerInfo? {
    list.selection.flatMap { viewers.indices.contains($0) ? viewers[$0] : nil }
  }

  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow {
    let viewer = viewers[index]
    let isOwn = viewer.id == own
    let name = isOwn ? "you" : viewer.shownName
    let width = max(Self.nameColumns.lowerBound, min(nameWidth, columns - otherColumns))
    var row = StyledText(
      name.truncated(toColumns: width),
      style: TextStyle(attributes: isOwn ? .bold : [])
    )
    .padded(toColumns: width + 2)
    if hasStandings {
      row.append(StyledText(viewer.standing.word).padded(toColumns: Self.standingColumns).text)
    }
    row.append(StyledText("\(viewer.viewport)").padded(toColumns: 9).text)
    row.append("here \(viewer.attached.inWords)", style: TextStyle(role: .muted))
    return TextRow(row, right: StyledText(Self.words(on: viewer)), columns: columns)
  }

  /// Returns a viewer's deviations from the usual: a delay, another view, or another layout size.
  private static func words(on viewer: Reply.ViewerInfo) -> String {
    let lag = viewer.lag.milliseconds
    switch viewer.view {
    case .shared: if lag > 0 { return "\(lag) ms behind" }
    case .own: return viewer.position.map { "browsing \($0.page)/\($0.pages)" } ?? "browsing"
    case .followed(let name): return "follows \(name)".truncated(toColumns: maximumWordColumns)
    case .speaker: return "notes"
    }
    guard let layout = viewer.layout, layout != viewer.viewport else { return "" }
    return "shows \(layout)"
  }

  private static let maximumWordColumns = 14

  func note(at now: Duration) -> OverlayNote? {
    if let failure { return OverlayNote(failure, isError: true) }
    if let doomed = viewers.first(where: { $0.id == doomed }) {
      return OverlayNote("K again removes \(doomed.shownName)", isError: true)
    }
    if isOwnRefused { return OverlayNote("that is you: select another viewer") }
    return isSlow(at: now) ? OverlayNote("…") : nil
  }
}

extension Reply.Standing {
  /// The word for it in the list of viewers; empty for the usual.
  fileprivate var word: String {
    switch self {
    case .moves, .follows: ""
    case .asks: "asks"
    case .drives: "drives"
    case .readOnly: "read only"
    }
  }
}

extension Reply.Body {
  /// The reason why an overlay has no answer.
  var refusal: String {
    guard case .failure(let failure) = self else {
      return "navd answered something else: restart it, it may be of another version"
    }
    return sanitized(failure.text)
  }
}

extension Reply.ViewerInfo {
  /// The id as 16 hexadecimal digits: a number of 64 bits is more than many readers of JSON can hold.
  package var digits: String {
    let digits = String(id, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Its name, or the first 8 of its digits; tables and the viewers overlay show it.
  package var shownName: String { name?.description ?? String(digits.prefix(8)) }
}
