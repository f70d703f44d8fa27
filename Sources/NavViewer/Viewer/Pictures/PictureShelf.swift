package import NavBase
import NavScene
import NavWire

/// A picture with the bytes that a terminal takes, at its cells.
package struct ShownPicture: Hashable, Sendable {
  package let copy: PictureCopy
  package let frame: CellRect
  package let bytes: [UInt8]

  package init(_ copy: PictureCopy, at frame: CellRect, bytes: [UInt8]) {
    (self.copy, self.frame, self.bytes) = (copy, frame, bytes)
  }

  // A copy has the same bytes everywhere.
  package static func == (one: ShownPicture, other: ShownPicture) -> Bool {
    one.copy == other.copy && one.frame == other.frame
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(copy)
    hasher.combine(frame)
  }
}

/// The pictures of a viewer whose terminal can show them: those in view, and their copies from the daemon, each asked
/// for once (proto/README.md: Pictures).
///
/// Laws: a picture is shown only when its place has been at rest for `pause`; what the daemon sends is bounded, and used
/// only if it is complete and of the right form.
struct PictureShelf: Sendable {
  /// Nil while the terminal is not known to show pictures.
  var terminal: PictureTerminal?
  private var seen: [Place] = []
  /// Since when they have been where they are.
  private var restingSince = Duration.zero
  /// The copies that were shown last are last.
  private var kept: [(copy: PictureCopy, bytes: [UInt8])] = []
  /// Copies that can't be had; asked for again when other pictures have been in view.
  private var refused: Set<PictureCopy> = []
  private var loading: Loading?

  private struct Place: Hashable {
    let copy: PictureCopy
    let frame: CellRect
  }

  private struct Loading {
    let copy: PictureCopy
    var request = RepeatedRequest()
    /// The parts so far.
    var bytes: [UInt8] = []
    var part = 0
    /// The hash of the whole.
    var hash: UInt64?

    init(_ copy: PictureCopy, at now: Duration) {
      self.copy = copy
      request.send(at: now)
    }

    /// Takes the awaited part; returns whether the copy is complete, nil if it is not sound.
    mutating func take(_ part: Reply.PicturePart) -> Bool? {
      guard part.part == self.part, !part.bytes.isEmpty, part.hash == hash ?? part.hash,
        bytes.count + part.bytes.count <= PictureCopy.byteLimit
      else { return nil }
      bytes += part.bytes
      hash = part.hash
      self.part += 1
      guard self.part == part.count else { return false }
      return copy.accepts(bytes) && PictureCopy.hash(of: bytes) == hash ? true : nil
    }
  }

  /// The time at rest before a picture is asked for and shown.
  static let pause = Duration.milliseconds(100)
  /// The most bytes of all kept copies.
  static let byteLimit = 32 << 20
  /// The time without an answer after which a part is asked for again.
  private static let patience = Duration.seconds(20)
  /// The pause after which a busy daemon is asked again.
  private static let busyPause = Duration.seconds(1)

  /// Notes the pictures that are seen in whole, and returns those to show.
  ///
  /// - Parameters:
  ///   - pictures: the pictures, and their cells on the screen.
  ///   - isMoving: whether anything moves.
  ///   - now: the time.
  /// - Returns: those that are at rest, and whose copies are there.
  mutating func see(
    _ pictures: [(picture: PlacedPicture, frame: CellRect)],
    isMoving: Bool,
    at now: Duration
  ) -> [ShownPicture] {
    let places = pictures.compactMap { picture, frame in
      terminal?.copy(of: picture.id, in: frame).map { Place(copy: $0, frame: frame) }
    }
    if places != seen { refused = [] }
    if places != seen || isMoving { (seen, restingSince) = (places, now) }
    guard now >= restingSince + Self.pause else { return [] }
    let shown = places.compactMap { place in
      kept.first { $0.copy == place.copy }
        .map { ShownPicture(place.copy, at: place.frame, bytes: $0.bytes) }
    }
    if let next = places.map(\.copy).first(where: { copy in
      !refused.contains(copy) && !kept.contains { $0.copy == copy }
    }) {
      if loading?.copy != next { loading = Loading(next, at: now) }
    } else {
      loading = nil
    }
    return shown
  }

  /// Returns when something is to be shown or asked for; nil for never.
  func nextWake(at now: Duration) -> Duration? {
    let rest = restingSince + Self.pause
    return now < rest && !seen.isEmpty ? rest : loading?.request.nextWake
  }

  // MARK: Copies

  /// Returns the part that is to be asked for now; nil for none.
  func due(at now: Duration) -> (copy: PictureCopy, part: Int)? {
    guard let loading, loading.request.isDue(at: now) else { return nil }
    return (loading.copy, loading.part)
  }

  mutating func sent(as id: UInt64, at now: Duration) {
    loading?.request.sent(as: id, at: now)
    // A part may take long over a slow network.
    loading?.request.reschedule(at: now + Self.patience)
  }

  /// Handles a reply; returns whether it is one for the shelf.
  mutating func receive(_ reply: Reply, at now: Duration) -> Bool {
    guard var loading, loading.request.isAwaiting(reply.id) else { return false }
    self.loading = nil
    switch reply.body {
    case .picture(let part):
      switch loading.take(part) {
      case true?: keep(loading.bytes, of: loading.copy)
      case false?:
        loading.request.send(at: now)
        self.loading = loading
      case nil: refused.insert(loading.copy)
      }
    case .failure(let failure) where [.retry, .slowDown].contains(failure.code):
      self.loading = Loading(loading.copy, at: now + max(Self.busyPause, failure.wait))
    default: refused.insert(loading.copy)
    }
    return true
  }

  private mutating func keep(_ bytes: [UInt8], of copy: PictureCopy) {
    kept.append((copy, bytes))
    var all = kept.reduce(0) { $0 + $1.bytes.count }
    while all > Self.byteLimit {
      all -= kept.removeFirst().bytes.count
    }
  }
}

extension ClientCore {
  /// Notes how the terminal shows pictures; nil if it does not.
  ///
  /// A stream with pictures is another one than that without, so a viewer that has attached attaches again.
  package mutating func showPictures(on terminal: PictureTerminal?, at now: Duration) {
    guard terminal != pictures.terminal else { return }
    pictures = PictureShelf()
    pictures.terminal = terminal
    guard attachment.showsPictures != (terminal != nil) else { return }
    attachment.showsPictures = terminal != nil
    if connection.attached != nil { changeStream(at: now) } else { sizing.streamChanged() }
  }

  /// Returns the pictures that a screen shows over its cells.
  mutating func shownPictures(on screen: Screen, at now: Duration) -> [ShownPicture] {
    guard pictures.terminal != nil else { return [] }
    let isMoving = following.replica?.nextFrameTime != nil && !options.reducedMotion
    return pictures.see(screen.picturesInView, isMoving: isMoving, at: now)
  }

  mutating func sendPictureRequest(at now: Duration) {
    guard let attached = connection.attached, let (copy, part) = pictures.due(at: now) else {
      return
    }
    let session = SessionReference.id(attached.session)
    let request = Request.Picture(session: session, copy, part: part)
    pictures.sent(as: outbox.send(.picture(request)), at: now)
  }
}

extension Screen {
  /// The pictures that are seen in whole, with their cells; a copy of the plan that paints the screen finds them.
  fileprivate var picturesInView: [(picture: PlacedPicture, frame: CellRect)] {
    guard scene?.containers.contains(where: { !$0[.pictures].isEmpty }) == true, !isTiny,
      let painted
    else { return [] }
    var plan = PaintPlan()
    let bounds = CellRect(size)
    plan.arrange(painted.scene, in: bounds, peek: painted.peek, shift: painted.shift)
    // A terminal may scroll after a drawing in its last row.
    return plan.pictures(in: painted.scene).filter { $0.frame.maxY < size.rows }
  }
}
