package import NavBase
package import NavScene
import NavWire

/// Everything that one viewer's terminal shows at a moment: the shared scene and the viewer's own state.
package struct Screen: Hashable, Sendable {
  package var session: String
  /// The command with which others join.
  var invitation: String
  /// Nil before the first snapshot.
  package internal(set) var scene: Scene?
  /// The terminal's size; the scene may still be laid out for another one.
  var size: CellSize
  /// The scene's position in the terminal.
  package internal(set) var origin = CellPoint.zero
  /// The relation of the scene to the daemon's.
  var sync = Sync()
  var notice = Notice()
  var typing = Typing()
  /// The choices of this viewer alone, and its part in the control of the session.
  var local = Local()
  /// The overlay above the scene.
  var overlay: OverlayPicture?
  /// The pictures over cells of the scene, where the terminal can show them.
  package internal(set) var pictures: [ShownPicture] = []

  struct Sync: Hashable, Sendable {
    /// The state of a connection that is not live; nil while the scene is live, and for the first 0.3 s without
    /// connection.
    var staleness: Staleness?
    /// Whether the scene differs from the daemon's even after joining again.
    var isOutOfStep = false
  }

  enum Staleness: Hashable, Sendable {
    /// Nothing has been shown yet.
    case connecting
    /// The scene is this many seconds old.
    case reconnecting(seconds: Int)
  }

  /// The message in the status line.
  struct Notice: Hashable, Sendable {
    /// Nil for no message.
    var text: String?
    /// The number of messages up to this one.
    var count = 0
    /// Whether the message is information only, so that it replaces nothing else.
    var isNews = false
  }

  struct Typing: Hashable, Sendable {
    /// The incomplete key sequence.
    var pendingKeys = ""
    /// The number of keys that wait for the connection.
    var waitingKeys = 0
    /// The open prompt.
    var prompt: Prompt?
    /// The error in the prompt's words; nil if there is none.
    var promptError: String?
  }

  struct Local: Hashable, Sendable {
    /// The scroll offset, in rows.
    var peek = 0
    /// The horizontal scroll offset of long lines, in columns.
    var shift = 0
    /// Whether only the pages are shown, without status line and page dots.
    var isBare = false
    var control = OwnControl()
    /// The view that is shown of the session.
    var view = ShownView.shared
    /// The time of a speaker's view; nil in any other one.
    var talk: TalkTime?
    /// The time line of the recording that the viewer plays; nil if it plays none.
    var timeLine: TimeLine?
    /// Whether keys move this viewer's pointer.
    var isPointing = false
    /// Whether nobody is there who could press keys: the screen is one of a film.
    var isFilmed = false
  }

  package init(session: String, invitation: String, scene: Scene?, size: CellSize) {
    self.session = session
    self.invitation = invitation
    self.scene = scene
    self.size = size
  }

  /// The parts of the scene that the status line shows; nil without a scene.
  var places: ScenePlaces? { scene.map { ScenePlaces($0, peek: local.peek) } }

  /// Whether another screen is the same but for the scene.
  func isLike(_ other: Screen) -> Bool {
    size == other.size && origin == other.origin && sync == other.sync && local == other.local
      && session == other.session && invitation == other.invitation && notice == other.notice
      && typing == other.typing && overlay == other.overlay
  }

  /// Whether the status line is shown: on a bare screen only during typing, for failures and for connection problems.
  var hasStatus: Bool {
    guard local.isBare else { return true }
    let isTyping = typing.prompt != nil || !typing.pendingKeys.isEmpty
    let isWrong = sync.staleness != nil || sync.isOutOfStep || scene?.isUnsaved == true
    return isTyping || isWrong || scene?.searching != nil || notice.text != nil && !notice.isNews
  }

  /// Why the content is out of date, or a fault in it; empty for neither, and for a fault while another viewer drives or
  /// this one only watches.
  var staleReason: String {
    guard let scene else { return "" }
    guard scene.isFault, !scene.isSpeakers else { return scene.stale }
    if case .other = ControlView(scene, for: local.control.name).driver { return "" }
    return local.control.isReadOnly ? "" : scene.stale
  }

  /// The scene as it is painted: without pages that are hidden, and on a bare screen without page dots.
  var shownScene: Scene? {
    if let scene, scene.hidesPages { return Scene(viewport: scene.viewport) }
    guard local.isBare, var scene else { return scene }
    for control in scene.containers where control.kind == .pageControl {
      scene[control.id]?.isHidden = true
    }
    return scene
  }
}

extension Screen {
  /// The screen as cells: the scene, the overlay above it and the status line.
  ///
  /// A screen below the smallest size of a scene shows the title alone.
  package func canvas(in theme: ResolvedTheme) -> Canvas {
    var canvas = Canvas(size: size)
    if isTiny {
      canvas.paintTooSmall(tinyTitle)
      return canvas
    }
    if let painted {
      canvas.paint(painted.scene, theme: theme, peek: painted.peek, shift: painted.shift)
    }
    guard hasStatus else { return canvas }
    let status = StatusLine(self)
    canvas.paintStatus(
      left: status.left,
      right: status.right,
      row: size.rows - 1,
      theme: theme
    )
    return canvas
  }

  /// Whether the terminal is too small for a scene.
  var isTiny: Bool {
    size.columns < Canvas.smallestSceneSize.columns || size.rows < Canvas.smallestSceneSize.rows
  }

  /// The only line of a terminal that is too small.
  var tinyTitle: String { shownScene?.currentPage?.title ?? session }

  /// A scene to paint, and how the viewer has scrolled its pages on its own.
  struct Painted {
    var scene: Scene
    var peek: [ContainerID: Int] = [:]
    var shift: [ContainerID: Int] = [:]
  }

  /// The scene with what lies over it; nil if the screen has none.
  var painted: Painted? {
    // An overlay can be asked for before there is a scene.
    guard let scene = shownScene ?? overlay.map({ _ in Scene(viewport: size) }) else { return nil }
    let placed = scene.placed(at: origin, in: size)
    var painted = Painted(scene: overlay?.covering(placed, in: size) ?? placed)
    if let page = scene.indexOfCurrentPage {
      let id = scene[at: page].id
      if local.peek != 0 { painted.peek[id] = local.peek }
      let shift = scene.shift(of: scene[at: page], lookingAside: local.shift)
      if shift != 0 { painted.shift[id] = shift }
    }
    return painted
  }

  /// The screen as text, a line for each row.
  package var textLines: [String] { canvas(in: ResolvedTheme(.dark, depth: .mono)).lines }
}

/// A canvas that shows a viewer's screens one after the other; only what has changed is painted.
///
/// Law: it shows what `Screen.canvas(in:)` returns for the screen that was painted last.
package struct LiveScreen {
  private var live: LiveCanvas
  private let theme: ResolvedTheme
  /// The screen that the canvas shows, without its scene; nil for none.
  private var shown: Screen?
  /// The values of its scene that the status line depends on.
  private var root: FieldValues?
  private var places: ScenePlaces?
  /// The shown status line; nil if the screen has none.
  private var status: StatusLine?
  /// Whether the screen that was compared last has another status line, or may have.
  private var isStatusNew = true
  /// The cells that pictures cover on the canvas, and on the screen that was compared last.
  private var shownCovers: [PictureCover] = []
  private var covers: [PictureCover] = []

  package init(_ theme: ResolvedTheme) {
    self.theme = theme
    live = LiveCanvas(size: .zero, theme: theme)
  }

  package var canvas: Canvas { live.canvas }

  /// The rows that the last `paint` painted.
  package var damage: RowSet { live.damage }

  /// Compares a screen with the one that the canvas shows.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - covers: the cells that its pictures cover.
  /// - Returns: whether there is something to paint.
  package mutating func compare(with screen: Screen, covers: [PictureCover] = []) -> Bool {
    self.covers = covers
    if screen.size != live.canvas.size {
      live = LiveCanvas(size: screen.size, theme: theme)
      shown = nil
      shownCovers = []
    }
    // The title of a tiny screen is in its scene.
    if screen.isTiny { return shown == nil || shown != screen }
    if let painted = screen.painted {
      live.compare(with: painted.scene, peek: painted.peek, shift: painted.shift)
    } else {
      live.compare(with: Scene(viewport: screen.size))
    }
    if covers != shownCovers {
      for cover in covers where !shownCovers.contains(cover) { live.insertDamage(cover.rows) }
      for cover in shownCovers where !covers.contains(cover) { live.insertDamage(cover.rows) }
    }
    isStatusNew = !isShown(besideSceneOf: screen)
    return isStatusNew || !live.damage.isEmpty
  }

  /// Paints the screen that was compared last.
  package mutating func paint(_ screen: Screen) {
    if screen.isTiny { return paintTiny(screen) }
    let last = screen.size.rows - 1
    if isStatusNew {
      isStatusNew = false
      remember(screen)
      status = screen.hasStatus ? StatusLine(screen) : nil
      live.insertDamage(last..<last + 1)
    }
    live.paint(screen.painted?.scene ?? Scene(viewport: screen.size))
    for cover in covers { live.canvas.cover(cover, in: live.damage) }
    shownCovers = covers
    guard let status, live.damage.contains(last) else { return }
    live.canvas.paintStatus(left: status.left, right: status.right, row: last, theme: theme)
  }

  private mutating func paintTiny(_ screen: Screen) {
    live.forget()
    live.insertDamage(0..<screen.size.rows)
    live.canvas.paintTooSmall(screen.tinyTitle)
    shown = screen
  }

  /// Whether everything but the scene's cells is shown already.
  private func isShown(besideSceneOf screen: Screen) -> Bool {
    guard let shown, shown.isLike(screen) else { return false }
    return screen.scene?.root == root && screen.places == places
  }

  private mutating func remember(_ screen: Screen) {
    var own = screen
    // Its containers change in place only while nobody else holds them.
    own.scene = nil
    shown = own
    root = screen.scene?.root
    places = screen.places
  }
}

/// Decides when a viewer may write the next frame to its terminal.
///
/// Laws:
/// - The frame rate is at most the configured one, and the first frame after a pause is written at once.
/// - While the terminal has not accepted a frame, no other one is written. Changes in the meantime are part of the next
///   frame, which always follows, so the last frame shown is the newest.
/// - A kernel, a multiplexer or a network accepts far more bytes than the terminal has displayed. So after every
///   `receiptSize` bytes the terminal, if it supports that, is asked for a status report (DSR 5), and the next frame
///   waits for the answer. After `receiptTimeout` without an answer, only writability counts until the terminal has
///   answered all requests.
///
/// Nothing is written for pacing alone: without frames there are no requests.
package struct FramePacer: Hashable, Sendable {
  package enum Decision: Hashable, Sendable {
    /// Paint and write the newest frame.
    case paint
    /// Wait until this time.
    case wait(until: Duration)
    /// The terminal has not accepted the last frame; `until` is the end of the wait for a receipt, nil if there is
    /// none.
    case busy(until: Duration?)
  }

  package static let rates = 1...240
  package static let standardRate = 60
  /// The number of bytes after which a receipt is requested.
  package static let receiptSize = 4096
  package static let receiptTimeout = Duration.seconds(1)
  /// The status request that is written after a frame; the answer is `TerminalReport.ready`.
  package static let statusQuery = "\u{1B}[5n"

  /// Whether the terminal is known to answer status requests.
  package var hasReceipts = false
  private let interval: Duration
  /// The earliest time of the next frame; nil before the first.
  private var due: Duration?
  /// The number of bytes since the last request.
  private var bytesSinceQuery = 0
  /// The number of requests without an answer.
  package private(set) var pendingQueries = 0
  /// When the newest request was written; nil if its answer is not awaited any more.
  private var queriedAt: Duration?
  /// The time in the last decision; nil if a frame was allowed or none is wanted.
  private var heldUntil: Duration?

  /// - Parameter framesPerSecond: one of `rates`.
  package init(framesPerSecond: Int = Self.standardRate) {
    precondition(Self.rates.contains(framesPerSecond), "cannot show \(framesPerSecond) frames/s")
    interval = .nanoseconds(1_000_000_000 / framesPerSecond)
  }

  /// Decides whether a wanted frame may be written now.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - hasOutput: whether bytes of the last frame are still pending.
  /// - Returns: whether to paint, or until when to wait.
  package mutating func decide(at now: Duration, hasOutput: Bool) -> Decision {
    heldUntil = nil
    if let queriedAt {
      let end = queriedAt + Self.receiptTimeout
      guard now >= end else {
        heldUntil = end
        return .busy(until: end)
      }
      self.queriedAt = nil
    }
    if hasOutput { return .busy(until: nil) }
    if let due, now < due {
      heldUntil = due
      return .wait(until: due)
    }
    return .paint
  }

  /// The time before which no frame is written; nil for none.
  package var nextFrame: Duration? { due }

  /// Records that no frame is wanted.
  package mutating func skipFrame() {
    heldUntil = nil
  }

  /// The time at which a delayed frame may be written; nil if there is none, or if the terminal decides.
  package var nextWake: Duration? { heldUntil }

  /// Records that a frame of `count` bytes is being written.
  ///
  /// - Returns: whether to write `statusQuery` after it.
  package mutating func painted(_ count: Int, at now: Duration) -> Bool {
    // A late frame does not delay all following ones, and none follows it immediately.
    due = max((due ?? now) + interval, now + interval / 2)
    bytesSinceQuery += count
    guard hasReceipts, pendingQueries == 0, bytesSinceQuery >= Self.receiptSize else {
      return false
    }
    bytesSinceQuery = 0
    pendingQueries += 1
    queriedAt = now
    return true
  }

  /// Records that the terminal has answered a request.
  package mutating func receivedReceipt() {
    guard pendingQueries > 0 else { return }
    pendingQueries -= 1
    queriedAt = nil
  }

  /// The time until which the answer to the newest request is awaited; nil for none.
  package var receiptEnd: Duration? { queriedAt.map { $0 + Self.receiptTimeout } }

  /// Whether the terminal is known not to have processed all output.
  package var isAwaitingReceipt: Bool { queriedAt != nil }
}

/// The delay of a terminal: for how long it has lacked a change that its viewer has.
///
/// A terminal accepts one frame at a time, and later changes wait for the next one. So a slow
/// terminal is delayed since the first change that is not in the last complete frame.
package struct PaintDelay: Hashable, Sendable {
  /// When the change in the frame that is being written was first wanted.
  private var onItsWay: Duration?
  /// When a change newer than that frame was first wanted.
  private var waiting: Duration?

  package init() {}

  /// Records a change that is newer than the frame being written.
  package mutating func wanted(at now: Duration) {
    waiting = waiting ?? now
  }

  /// Records that a frame with all changes is handed to the terminal.
  package mutating func began(at now: Duration) {
    onItsWay = waiting ?? now
    waiting = nil
  }

  /// Records that the terminal has accepted the whole frame.
  package mutating func ended() {
    onItsWay = nil
  }

  /// Records that the terminal shows the newest state.
  package mutating func caughtUp() {
    self = PaintDelay()
  }

  package func length(at now: Duration) -> Duration {
    guard let since = onItsWay ?? waiting else { return .zero }
    return max(.zero, now - since)
  }
}

extension Scene {
  /// Returns the scene moved to an origin in a larger or smaller terminal.
  func placed(at origin: CellPoint, in terminal: CellSize) -> Scene {
    guard origin != .zero else { return self }
    var placed = self
    placed.viewport = terminal
    for container in containers where container.parent == nil {
      var moved = container
      moved.frame = container.frame.offset(x: origin.x, y: origin.y)
      placed.insert(moved)
    }
    return placed
  }
}
