import NavGeometry
package import NavModel

/// What a finger or a program does to the rows of a page, or did last, whatever the viewport.
///
/// It may be a mouse with its button down. The model keeps it beside the page's anchor, and every
/// stream shows it in its own layout (architecture.md, decision 2): while it pans, each pulls its
/// own rows from its own base; when it is released, the layout in which the finger was decides the
/// anchor, and each moves to where that anchor rests.
package struct ScrollGesture: Hashable, Sendable {
  /// Tells the gestures of a page apart: each has another number than the one before.
  package let serial: Int
  package private(set) var phase: Phase

  package enum Phase: Hashable, Sendable {
    case panning(ScrollPull)
    /// Let go at a velocity in rows a second, positive towards what is below.
    case released(ScrollPull, velocity: Double)
    /// Taken back: the rows return to the page's anchor.
    case cancelled
    /// No finger at all: a program scrolls to the page's anchor (SV-9).
    case scrolled
  }

  /// A program's scroll.
  ///
  /// - Parameter serial: another one than that of the page's last gesture.
  package init(scrolling serial: Int) {
    self.serial = serial
    phase = .scrolled
  }

  /// A finger that begins to move.
  ///
  /// - Parameters:
  ///   - serial: another one than that of the page's last gesture.
  ///   - pull: what `PageScroll.beginPan` gave where the finger is.
  package init(serial: Int, beginning pull: ScrollPull) {
    self.serial = serial
    phase = .panning(pull)
  }

  /// The pull while it lasts.
  package var pull: ScrollPull? {
    if case .panning(let pull) = phase { pull } else { nil }
  }

  /// The finger moves; nothing happens once it has gone.
  ///
  /// - Parameter translation: the content's whole way since the pan began, in rows; positive
  ///   reveals what is below, so a finger that goes up counts as positive.
  package mutating func move(to translation: Double) {
    guard var pull else { return }
    pull.move(to: translation)
    phase = .panning(pull)
  }

  /// The finger leaves.
  ///
  /// - Parameters:
  ///   - velocity: the content's, in rows a second, positive towards what is below; at most
  ///     `ScrollMetrics.fastest` of it counts, and 0 is for a finger that had stopped (SV-7).
  ///   - body: the rows in the viewport of the finger.
  /// - Returns: where the page is scrolled to from now on; nil if the finger had gone already.
  package mutating func release(velocity: Double, in body: any PageBody) -> ScrollAnchor? {
    guard let pull else { return nil }
    precondition(!velocity.isNaN, "cannot release at a velocity that is no number")
    let velocity = velocity.clamped(to: -ScrollMetrics.fastest...ScrollMetrics.fastest)
    phase = .released(pull, velocity: velocity)
    return body.anchor(releasing: pull, velocity: velocity)
  }

  /// The pan is taken back.
  ///
  /// - Returns: where the page is scrolled to from now on, which is where the pan began; nil if the
  ///   finger had gone already.
  package mutating func cancel() -> ScrollAnchor? {
    guard let pull else { return nil }
    phase = .cancelled
    return pull.base
  }
}

/// How far rows are pulled from a place in the content, the same for every viewport.
package struct ScrollPull: Hashable, Sendable {
  /// From where it counts.
  package let base: ScrollAnchor
  /// What counts already when the finger begins to move: content may be caught beyond an edge.
  private let initial: Double
  private var translation = 0.0

  init(base: ScrollAnchor, initial: Double = 0) {
    self.base = base
    self.initial = initial
  }

  /// In rows, not stretched; positive reveals what is below.
  package var delta: Double { initial + translation }

  /// - Parameter translation: the whole way since the pan began.
  mutating func move(to translation: Double) {
    precondition(!translation.isNaN, "cannot drag over a way that is no number")
    self.translation = translation
  }
}
