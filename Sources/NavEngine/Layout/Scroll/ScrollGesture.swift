package import NavBase

/// The current or last scroll gesture of a page by a finger or a program, independent of viewports.
///
/// A mouse with its button down counts as a finger. The model keeps the gesture beside the page's anchor, and every
/// stream shows it in its own layout (Sources/README.md, decision 2): during a pan, each pulls its own rows from its own
/// base; at the release, the panning viewer's layout determines the anchor, and each stream moves to that anchor.
package struct ScrollGesture: Hashable, Sendable {
  /// Identifies a gesture of a page: each number differs from that of the previous gesture.
  package let serial: Int
  package private(set) var phase: Phase

  package enum Phase: Hashable, Sendable {
    case panning(ScrollPull)
    /// Released at a velocity in rows a second, positive towards rows below.
    case released(ScrollPull, velocity: Double)
    /// Cancelled: the rows return to the page's anchor.
    case cancelled
    /// A program's scroll to the page's anchor (SV-9).
    case scrolled
  }

  /// Creates a program's scroll.
  ///
  /// - Parameter serial: a number that differs from that of the page's last gesture.
  package init(scrolling serial: Int) {
    self.serial = serial
    phase = .scrolled
  }

  /// Creates the gesture of a pan that begins.
  ///
  /// - Parameters:
  ///   - serial: a number that differs from that of the page's last gesture.
  ///   - pull: the result of `PageScroll.beginPan` in the panning viewer's viewport.
  package init(serial: Int, beginning pull: ScrollPull) {
    self.serial = serial
    phase = .panning(pull)
  }

  /// The pull of the current pan; nil after it.
  package var pull: ScrollPull? {
    if case .panning(let pull) = phase { pull } else { nil }
  }

  /// Moves the pan; does nothing after its end.
  ///
  /// - Parameter translation: the content's whole translation since the pan began, in rows; positive reveals rows
  ///   below, so a finger that moves up counts as positive.
  package mutating func move(to translation: Double) {
    guard var pull else { return }
    pull.move(to: translation)
    phase = .panning(pull)
  }

  /// Ends the pan.
  ///
  /// - Parameters:
  ///   - velocity: the content's velocity in rows a second, positive towards rows below; limited to
  ///     `ScrollMetrics.fastest`, and 0 for a finger that had stopped (SV-7).
  ///   - body: the rows in the panning viewer's viewport.
  /// - Returns: the page's new anchor; nil if the pan had already ended.
  package mutating func release(velocity: Double, in body: any PageBody) -> ScrollAnchor? {
    guard let pull else { return nil }
    precondition(!velocity.isNaN, "cannot release at a velocity that is no number")
    let velocity = velocity.clamped(to: -ScrollMetrics.fastest...ScrollMetrics.fastest)
    phase = .released(pull, velocity: velocity)
    return body.anchor(releasing: pull, velocity: velocity)
  }

  /// Cancels the pan.
  ///
  /// - Returns: the page's new anchor, at which the pan began; nil if the pan had already ended.
  package mutating func cancel() -> ScrollAnchor? {
    guard let pull else { return nil }
    phase = .cancelled
    return pull.base
  }
}

/// The distance by which rows are pulled from an anchor, the same for every viewport.
package struct ScrollPull: Hashable, Sendable {
  /// The anchor from which the distance is measured.
  package let base: ScrollAnchor
  /// The distance at the beginning of the pan: content may be caught beyond an edge.
  private let initial: Double
  private var translation = 0.0

  init(base: ScrollAnchor, initial: Double = 0) {
    self.base = base
    self.initial = initial
  }

  /// The distance in rows, before the rubber band; positive reveals rows below.
  package var delta: Double { initial + translation }

  /// - Parameter translation: the whole translation since the pan began.
  mutating func move(to translation: Double) {
    precondition(!translation.isNaN, "cannot drag by a distance that is not a number")
    self.translation = translation
  }
}
