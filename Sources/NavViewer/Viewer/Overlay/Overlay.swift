import NavBase
import NavScene
import NavWire

/// A viewer's overlay above the scene; at most one is open.
///
/// The session is not involved until the user chooses something.
enum Overlay: Hashable, Sendable {
  case help(HelpOverlay)
  case palette(PaletteOverlay)
  case outline(OutlineOverlay)
  case find(FindOverlay)
  case viewers(ViewersOverlay)
  case messages(MessagesOverlay)
  case copy(CopyOverlay)

  /// The result of a key or a click.
  enum Outcome: Hashable, Sendable {
    case stays
    case closes
    /// Closes, and executes a command.
    case runs(Command, typed: String)
    /// Closes, and copies a part of the page.
    case copies(CopiedPart)
    /// Closes, and goes to an entry by number if the session is still at that version.
    case goes(to: Int, version: UInt64)
    /// Changes who may move the session, or who takes part.
    case controls(Request.Control.Action)
    /// Closes, and shows what another viewer shows.
    case follows(ViewerName)
    /// Closes, and opens a find result.
    case visits(FoundResults)
  }

  var content: any OverlayContent {
    get {
      switch self {
      case .help(let content): content
      case .palette(let content): content
      case .outline(let content): content
      case .find(let content): content
      case .viewers(let content): content
      case .messages(let content): content
      case .copy(let content): content
      }
    }
    set {
      switch newValue {
      case let content as HelpOverlay: self = .help(content)
      case let content as PaletteOverlay: self = .palette(content)
      case let content as OutlineOverlay: self = .outline(content)
      case let content as FindOverlay: self = .find(content)
      case let content as ViewersOverlay: self = .viewers(content)
      case let content as MessagesOverlay: self = .messages(content)
      case let content as CopyOverlay: self = .copy(content)
      default: preconditionFailure("cannot show an overlay of another kind")
      }
    }
  }

  // MARK: Input

  mutating func receive(_ key: Key, in size: CellSize) -> Outcome {
    content.fit(size)
    return content.receive(key, rows: OverlayArea(content.preferredSize, in: size).list.height)
  }

  mutating func paste(_ text: String) {
    content.paste(text)
  }

  /// Handles a press of the left button: chooses the row under it; outside of the box it closes the
  /// overlay.
  mutating func press(_ point: CellPoint, in size: CellSize) -> Outcome {
    content.fit(size)
    let area = OverlayArea(content.preferredSize, in: size)
    guard area.frame.contains(point) else { return .closes }
    guard area.list.contains(point) else { return .stays }
    let row = content.list.window(of: area.list.height).lowerBound + point.y - area.list.y
    guard row < content.list.count else { return .stays }
    return content.choose(row)
  }

  mutating func turnWheel(by rows: Int, in size: CellSize) {
    content.fit(size)
    content.list.scroll(by: rows, rows: OverlayArea(content.preferredSize, in: size).list.height)
  }

  // MARK: The request to the daemon

  /// Returns the request that is to be sent now; nil for none.
  func dueRequest(
    of attached: Reply.Attached,
    in terminal: CellSize,
    at now: Duration
  ) -> Request.Body? {
    guard content.request?.isDue(at: now) == true else { return nil }
    return content.requestBody(
      session: .id(attached.session),
      viewport: attached.viewport ?? terminal
    )
  }

  /// Handles a reply; returns false if it is for something else.
  mutating func receive(_ reply: Reply, viewer: UInt64, at now: Duration) -> Bool {
    guard content.request?.isAwaiting(reply.id) == true else { return false }
    content.receive(reply.body, viewer: viewer, at: now)
    return true
  }

  // MARK: Painting

  func picture(in size: CellSize, at now: Duration) -> OverlayPicture {
    var content = content
    content.fit(size)
    let area = OverlayArea(content.preferredSize, in: size)
    let rows = content.list.window(of: area.list.height)
    var picture = OverlayPicture(area: area, title: content.title)
    picture.field = content.field
    picture.prompt = content.prompt
    picture.count = content.list.count
    picture.first = rows.lowerBound
    picture.selection = content.list.selection
    picture.rows = rows.map { content.row($0, columns: area.columns, at: now) }
    picture.footer = content.footer(isScrollable: content.list.count > area.list.height)
    if let note = content.note(at: now) {
      if rows.isEmpty, area.list.height > 0 {
        picture.count = 1
        picture.rows = [TextRow(note.text, columns: area.columns)]
      } else {
        picture.footer = note.text.text
        picture.isFooterError = note.isError
      }
    }
    return picture
  }
}
