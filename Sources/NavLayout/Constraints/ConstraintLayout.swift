/// A tree of views and the constraints between them: a value that says where the views stand (section 13).
///
/// Terms:
/// - A *view* has a superview, sides, extents and centres. The root has a size; every other view stands by hand until
///   constraints are made of it.
/// - A *scroll view* has content beside its frame. For the views in it, its sides and centres are those of the
///   content and its extents those of the frame (MA-7); the content stands at minus the offset.
/// - A *pass* computes all frames. Changes only ask for one; frames are those of the last pass until then (SV-14, D-13).
///
/// Laws:
/// - Each axis is one system, the horizontal one first; a height may be a multiple of a width.
/// - Constraints are taken by their priority, among equals the oldest first. One that cannot hold together with
///   those taken before is dropped, and the report says so. A dropped equality is followed as far as the
///   others let it.
/// - What no constraint decides is chosen, the innermost views first: the natural size, else 0; then the
///   superview's left or upper edge. The report names each choice but natural sizes.
/// - Nothing is rounded before `cells(of:in:)`, which floors edges: neighbours neither gap nor overlap and together are
///   as wide as the whole (D-2).
package struct ConstraintLayout: Sendable {
  package static let root = ConstraintViewID(rawValue: 0)
  /// The most views at once, the root included.
  package static let mostViews = 20_000
  /// The most constraints at once, active or not.
  package static let mostConstraints = 100_000
  /// The most levels of views below the root.
  package static let mostDepth = 256
  /// What constants, multipliers and offsets stay below.
  package static let mostNumber = 1e9

  var views: [ConstraintView?]
  var constraints: [Constraint?] = []
  var viewCount = 1
  var constraintCount = 0
  /// Views of which the constraints are to be updated, in the order of the wishes.
  var waiting: [ConstraintViewID] = []
  var isDirty = true

  var spans = ConstraintSpans()
  /// What the last pass could not do.
  package internal(set) var report = ConstraintReport()
  /// How many passes there were.
  package internal(set) var passes = 0

  /// A root of a size; negative extents are 0.
  package init(width: Double, height: Double) {
    var root = ConstraintView(superview: nil, depth: 0)
    root.handFrame = ConstraintRect(x: 0, y: 0, width: max(0, width), height: max(0, height))
    views = [root]
  }

  // MARK: Views

  /// Adds a view in front of its superview's others.
  ///
  /// - Parameters:
  ///   - superview: the view around it; nil for the outermost view of a tree of its own, which stands by hand.
  ///   - frame: where it stands in its superview until constraints are made of it.
  ///   - scrolls: whether it is a scroll view.
  /// - Returns: the new view.
  /// - Throws: where the superview is unknown, or a limit is reached.
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

  /// Removes a view with all in it, and every constraint that names one of them.
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

  /// Sets the size that a view has where no constraint says otherwise; nil for none.
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

  /// Sets how far the margins of a view stand to its inside.
  package mutating func setMargins(
    of id: ConstraintViewID,
    _ margins: ConstraintInsets
  ) throws(ConstraintError) {
    try change(id) { $0.margins = margins }
  }

  /// Sets where the first and the last row of text stand on.
  ///
  /// - Parameters:
  ///   - id: the view.
  ///   - first: from the top down; nil for the bottom.
  ///   - last: from the bottom up.
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

  /// Scrolls: the content moves, and what is pinned to a view outside stays (SV-15).
  package mutating func setContentOffset(
    of id: ConstraintViewID,
    x: Double,
    y: Double
  ) throws(ConstraintError) {
    guard try view(id).scroll != nil else { throw .noScrollView }
    try change(id) { $0.scroll?.offset = (x, y) }
  }

  /// Sets the content's size by hand, or leaves it to the constraints again with nil (SV-13).
  package mutating func setContentSize(
    of id: ConstraintViewID,
    _ size: (width: Double, height: Double)?
  ) throws(ConstraintError) {
    guard try view(id).scroll != nil else { throw .noScrollView }
    try change(id) { $0.scroll?.handSize = size }
  }
}
