/// A tree of views and the constraints between them: a value that computes the frames of the views (AboutConstraints).
///
/// Terms:
/// - A *view* has a superview, sides, extents and centres. The root has a size; every other view has an empty frame
///   until constraints are created for it.
/// - A *scroll view* has content in addition to its frame. For its subviews, its sides and centres are those of the
///   content and its extents those of the frame (MA-7).
/// - A *pass* computes all frames; until then, frames are those of the last pass.
///
/// Laws:
/// - Each axis is one system, the horizontal one first; a height may be a multiple of a width.
/// - Constraints are processed by priority, and among equal priorities the oldest first. One that contradicts those
///   processed before is dropped and reported. A dropped equality is approximated as far as the others permit.
/// - Values that no constraint determines are chosen, those of the innermost views first: the natural size, else 0;
///   then the superview's left or upper edge. The report lists each choice except natural sizes.
/// - Nothing is rounded before `cells(of:in:)`, which floors edges: neighbours neither gap nor overlap, and their total
///   width is that of the whole (D-2).
package struct ConstraintLayout: Sendable {
  package static let root = ConstraintViewID(rawValue: 0)
  /// The largest number of views, including the root.
  package static let mostViews = 20_000
  /// The largest number of constraints.
  package static let mostConstraints = 100_000
  /// The largest number of levels of views below the root.
  package static let mostDepth = 256

  var views: [ConstraintView]
  var constraints: [Constraint] = []
  var spans = ConstraintSpans()
  /// The report of the last pass.
  package internal(set) var report = ConstraintReport()

  /// Creates a layout with a root of the given size; negative extents become 0.
  package init(width: Double, height: Double) {
    var root = ConstraintView(superview: nil, depth: 0, scrolls: false)
    root.initialFrame = ConstraintRect(x: 0, y: 0, width: max(0, width), height: max(0, height))
    views = [root]
  }

  // MARK: Views

  /// Adds a view.
  ///
  /// - Parameters:
  ///   - superview: the superview; nil for the outermost view of a separate tree.
  ///   - scrolls: whether it is a scroll view.
  /// - Returns: the new view.
  /// - Throws: if the superview is unknown, or a limit is reached.
  package mutating func addView(
    in superview: ConstraintViewID? = root,
    scrolls: Bool = false
  ) throws(ConstraintError) -> ConstraintViewID {
    let depth = if let superview { try view(superview).depth + 1 } else { 0 }
    guard views.count < Self.mostViews else { throw .tooManyViews(limit: Self.mostViews) }
    guard depth <= Self.mostDepth else { throw .tooDeep(limit: Self.mostDepth) }
    let id = ConstraintViewID(rawValue: views.count)
    views.append(ConstraintView(superview: superview, depth: depth, scrolls: scrolls))
    return id
  }

  func view(_ id: ConstraintViewID) throws(ConstraintError) -> ConstraintView {
    guard views.indices.contains(id.rawValue) else { throw .unknownView }
    return views[id.rawValue]
  }

  /// Sets the size of the root.
  package mutating func setSize(width: Double, height: Double) {
    views[0].initialFrame = ConstraintRect(
      x: 0,
      y: 0,
      width: max(0, width),
      height: max(0, height)
    )
  }

  /// Sets the size that a view has unless constraints determine it; nil for none.
  package mutating func setNaturalSize(
    of id: ConstraintViewID,
    width: Double?,
    height: Double?
  ) throws(ConstraintError) {
    _ = try view(id)
    views[id.rawValue].naturalWidth = width
    views[id.rawValue].naturalHeight = height
  }
}

/// The state of a view in a layout.
struct ConstraintView: Sendable {
  let superview: ConstraintViewID?
  /// The number of ancestors; 0 for the root.
  let depth: Int
  /// Whether the view has content that scrolls.
  let scrolls: Bool
  /// The frame until constraints are created for the view (MA-1); nil from then on.
  var initialFrame: ConstraintRect? = .zero
  var naturalWidth: Double?
  var naturalHeight: Double?
}
