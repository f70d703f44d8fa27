package import NavModel

/// A tree of views and the constraints between them: a value that computes the frames of the views (AboutConstraints).
///
/// Terms:
/// - A *view* has a superview, sides, extents and centres. The root has a size; every other view has a manually set
///   frame until constraints are created for it.
/// - A *scroll view* has content in addition to its frame. For its subviews, its sides and centres are those of the
///   content and its extents those of the frame (MA-7); the content is positioned at minus the offset.
/// - A *pass* computes all frames. Changes only request one; until then, frames are those of the last pass (SV-14,
///   D-13).
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
  /// The largest number of constraints, active or not.
  package static let mostConstraints = 100_000
  /// The largest number of levels of views below the root.
  package static let mostDepth = 256

  var views: [ConstraintView?]
  var constraints: [Constraint?] = []
  var viewCount = 1
  var constraintCount = 0
  /// The views whose constraints are to be updated, in the order of the requests.
  var waiting: [ConstraintViewID] = []
  var isDirty = true

  var spans = ConstraintSpans()
  /// The report of the last pass.
  package internal(set) var report = ConstraintReport()
  /// The number of passes so far.
  package internal(set) var passes = 0

  /// Creates a layout with a root of the given size; negative extents become 0.
  package init(width: Double, height: Double) {
    var root = ConstraintView(superview: nil, depth: 0)
    root.handFrame = ConstraintRect(x: 0, y: 0, width: max(0, width), height: max(0, height))
    views = [root]
  }

  // MARK: Views

  /// Adds a view as the last child of its superview.
  ///
  /// - Parameters:
  ///   - superview: the superview; nil for the outermost view of a separate tree, which has a manually set frame.
  ///   - frame: the frame in its superview until constraints are created for it.
  ///   - scrolls: whether it is a scroll view.
  /// - Returns: the new view.
  /// - Throws: if the superview is unknown, or a limit is reached.
  package mutating func addView(
    in superview: ConstraintViewID? = root,
    frame: ConstraintRect = .zero,
    scrolls: Bool = false
  ) throws(ConstraintError) -> ConstraintViewID {
    let depth = if let superview { try view(superview).depth + 1 } else { 0 }
    guard viewCount < Self.mostViews else { throw .tooManyViews(limit: Self.mostViews) }
    guard depth <= Self.mostDepth else { throw .tooDeep(limit: Self.mostDepth) }
    let id = ConstraintViewID(rawValue: views.count)
    var view = ConstraintView(superview: superview, depth: depth)
    view.handFrame = frame
    if scrolls { view.scroll = ConstraintView.Scroll() }
    views.append(view)
    if let superview { views[superview.rawValue]?.children.append(id) }
    viewCount += 1
    isDirty = true
    return id
  }

  /// Removes a view with all its descendants, and every constraint that refers to one of them.
  ///
  /// O(views + constraints).
  package mutating func removeView(_ id: ConstraintViewID) throws(ConstraintError) {
    guard id != Self.root else { throw .root }
    let superview = try view(id).superview
    var removed: Set<ConstraintViewID> = []
    var left = [id]
    while let next = left.popLast() {
      removed.insert(next)
      left += views[next.rawValue]?.children ?? []
    }
    if let superview { views[superview.rawValue]?.children.removeAll { $0 == id } }
    for (index, constraint) in constraints.enumerated() {
      guard let constraint else { continue }
      let isGone =
        removed.contains(constraint.first.view)
        || constraint.second.map { removed.contains($0.view) } == true
      guard isGone else { continue }
      let id = ConstraintID(rawValue: index)
      forget(id)
      if !removed.contains(constraint.first.view) {
        views[constraint.first.view.rawValue]?.made.removeAll { $0 == id }
      }
    }
    for view in removed { views[view.rawValue] = nil }
    waiting.removeAll(where: removed.contains)
    viewCount -= removed.count
    isDirty = true
  }

  func view(_ id: ConstraintViewID) throws(ConstraintError) -> ConstraintView {
    guard views.indices.contains(id.rawValue), let view = views[id.rawValue] else {
      throw .unknownView
    }
    return view
  }

  private mutating func change(
    _ id: ConstraintViewID,
    _ change: (inout ConstraintView) -> Void
  ) throws(ConstraintError) {
    var view = try view(id)
    change(&view)
    views[id.rawValue] = view
    isDirty = true
  }

  /// Sets the size of the root.
  package mutating func setSize(width: Double, height: Double) {
    let frame = ConstraintRect(x: 0, y: 0, width: max(0, width), height: max(0, height))
    views[0]?.handFrame = frame
    isDirty = true
  }

  /// Sets the size that a view has unless constraints determine it; nil for none.
  package mutating func setNaturalSize(
    of id: ConstraintViewID,
    width: Double?,
    height: Double?
  ) throws(ConstraintError) {
    try change(id) {
      $0.naturalWidth = width
      $0.naturalHeight = height
    }
  }

  /// Sets a view's margins, measured inwards.
  package mutating func setMargins(
    of id: ConstraintViewID,
    _ margins: ConstraintInsets
  ) throws(ConstraintError) {
    try change(id) { $0.margins = margins }
  }

  /// Sets the baselines of the first and the last row of text.
  ///
  /// - Parameters:
  ///   - id: the view.
  ///   - first: the distance from the top; nil for the bottom.
  ///   - last: the distance from the bottom.
  /// - Throws: for an unknown view.
  package mutating func setBaselines(
    of id: ConstraintViewID,
    first: Double?,
    last: Double
  ) throws(ConstraintError) {
    try change(id) {
      $0.firstBaseline = first
      $0.lastBaseline = last
    }
  }

  // MARK: Scroll views

  /// Scrolls the content; subviews that are constrained to an outside view keep their position (SV-15).
  package mutating func setContentOffset(
    of id: ConstraintViewID,
    x: Double,
    y: Double
  ) throws(ConstraintError) {
    guard try view(id).scroll != nil else { throw .noScrollView }
    try change(id) { $0.scroll?.offset = (x, y) }
  }

  /// Sets the content's size manually; with nil, constraints determine it again (SV-13).
  package mutating func setContentSize(
    of id: ConstraintViewID,
    _ size: (width: Double, height: Double)?
  ) throws(ConstraintError) {
    guard try view(id).scroll != nil else { throw .noScrollView }
    try change(id) { $0.scroll?.handSize = size }
  }
}
