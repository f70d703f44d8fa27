import NavModel

/// The state of a view in a layout.
struct ConstraintView: Sendable {
  let superview: ConstraintViewID?
  /// The number of ancestors; 0 for the root.
  let depth: Int
  var children: [ConstraintViewID] = []
  /// The constraints created for the view, oldest first.
  var made: [ConstraintID] = []
  /// The manually set frame, used until constraints are created for the view (MA-1); nil from then on.
  var handFrame: ConstraintRect? = .zero
  var margins = ConstraintInsets.zero
  var naturalWidth: Double?
  var naturalHeight: Double?
  /// The distance from the top to the baseline of the first row; nil for the bottom.
  var firstBaseline: Double?
  /// The distance from the bottom to the baseline of the last row.
  var lastBaseline = 0.0
  /// The scroll state; nil for other views.
  var scroll: Scroll?

  struct Scroll: Sendable {
    var offset: (x: Double, y: Double) = (0, 0)
    /// The manually set content size; nil if constraints determine it (SV-13).
    var handSize: (width: Double, height: Double)?
  }
}
