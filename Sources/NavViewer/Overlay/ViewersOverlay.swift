import NavCommands
import NavGeometry
import NavModel
import NavText
import NavWire

/// The viewers overlay: the session's viewers, updated while it is open.
struct ViewersOverlay: OverlayContent {
  private(set) var viewers: [Reply.ViewerInfo] = []
  /// The id of this viewer.
  private var own: UInt64 = 0
  /// The daemon's refusal.
  private var failure: String?
  var request: OverlayRequest?
  var list = OverlayList(isSelectable: false)

  static let refresh = Duration.seconds(2)

  init(at now: Duration) {
    request = OverlayRequest(refresh: Self.refresh, at: now)
  }

  var title: String { viewers.isEmpty ? "Viewers" : "Viewers: \(viewers.count)" }

  var preferredSize: OverlayArea.PreferredSize {
    OverlayArea.PreferredSize(columns: 46, rows: min(16, max(4, viewers.count)))
  }

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
    self.own = own
    self.viewers = viewers.filter { $0.id == own } + viewers.filter { $0.id != own }
    list.replace(count: viewers.count)
  }

  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow {
    let viewer = viewers[index]
    let isOwn = viewer.id == own
    let name = isOwn ? "you" : viewer.shortName
    var row = StyledText(name, style: TextStyle(attributes: isOwn ? .bold : []))
      .padded(toColumns: 10)
    row.append(StyledText("\(viewer.viewport)").padded(toColumns: 9).text)
    row.append("here \(viewer.attached.inWords)", style: TextStyle(role: .muted))
    return TextRow(row, right: StyledText(Self.words(on: viewer)), columns: columns)
  }

  /// Returns a viewer's deviations from the usual: a delay, or another layout size.
  private static func words(on viewer: Reply.ViewerInfo) -> String {
    let lag = viewer.lag.milliseconds
    if lag > 0 { return "\(lag) ms behind" }
    guard let layout = viewer.layout, layout != viewer.viewport else { return "" }
    return "shows \(layout)"
  }

  func note(at now: Duration) -> OverlayNote? {
    if let failure { return OverlayNote(failure, isError: true) }
    return isSlow(at: now) ? OverlayNote("…") : nil
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
