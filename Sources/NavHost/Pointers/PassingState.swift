import NavScene

/// The passing state of a session, neither stored nor numbered: it ends with its viewers.
struct PassingState: Sendable {
  var pan = PanHold()
  var pointers = Pointers()
  /// The facts that the streams of a private view show; nil before they show any.
  var facts: SessionFacts?
}
