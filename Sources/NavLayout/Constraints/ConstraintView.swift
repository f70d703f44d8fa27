/// What a layout keeps of a view.
struct ConstraintView: Sendable {
  let superview: ConstraintViewID?
  /// 0 for the root.
  let depth: Int
  var children: [ConstraintViewID] = []
  /// The constraints that were made of it, oldest first.
  var made: [ConstraintID] = []
  /// Where it stands until constraints are made of it (MA-1); nil from then on.
  var handFrame: ConstraintRect? = .zero
  var margins = ConstraintInsets.zero
  var naturalWidth: Double?
  var naturalHeight: Double?
  /// From the top to the line that the first row stands on; nil for the bottom.
  var firstBaseline: Double?
  /// From the bottom up to the line that the last row stands on.
  var lastBaseline = 0.0
  /// Of a scroll view.
  var scroll: Scroll?

  struct Scroll: Sendable {
    var offset: (x: Double, y: Double) = (0, 0)
    /// What is set by hand; nil where constraints decide (SV-13).
    var handSize: (width: Double, height: Double)?
  }
}
