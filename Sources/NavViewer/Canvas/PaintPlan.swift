import NavBase
import NavScene

/// The steps in which a scene is painted.
///
/// It keeps its memory from scene to scene.
struct PaintPlan {
  private(set) var steps: [PaintStep] = []
  /// For each container of the scene, its children in a list from the one that is painted last.
  private var family: [Kin] = []
  private var roots: Int?
  private var pending: [Pending] = []
  /// The most siblings that are passed to find a container's place among them, before all are sorted.
  private static let longestWalk = 16

  private struct Kin {
    /// The index of the parent; -1 for an outermost container.
    var parent = -1
    /// The index of the child that is painted last; nil if there is none.
    var lastChild: Int?
    /// The index of the sibling that is painted before this one; nil for the first.
    var next: Int?
    /// The number of the container's step, and the point where its children begin.
    var step = 0
    var origin = CellPoint.zero
  }

  /// A container whose turn is still to come, or that of the parts above its children.
  private struct Pending {
    let index: Int
    var isAbove = false
  }

  /// Plans a scene: by parent, then z, then id; a container's children above it, and all of them below the next
  /// sibling.
  ///
  /// A child is clipped by all of its ancestors. A container whose parent is missing is left out, and so is one that is
  /// hidden or out of sight, with its children. O(n log n), and O(n) where z rises with the id.
  mutating func arrange(
    _ scene: Scene,
    in bounds: CellRect,
    peek: [ContainerID: Int],
    shift: [ContainerID: Int]
  ) {
    steps.removeAll(keepingCapacity: true)
    relate(scene)
    let focus = scene.focus
    // The indicator of a bar is placed before its cells.
    var indicator: Int?
    let clip = bounds.intersection(CellRect(scene.viewport))
    push(roots)
    while let item = pending.popLast() {
      let index = item.index
      if item.isAbove {
        steps.append(steps[family[index].step].above)
        continue
      }
      guard !scene[at: index].isHidden else { continue }
      let id = scene[at: index].id
      let kind = scene[at: index].kind
      let parent = family[index].parent
      let liesOnRows = parent >= 0 && (kind == .pointer || kind == .mark)
      let owner = liesOnRows ? scene[at: parent].id : id
      let placement =
        liesOnRows
        ? placeOnRows(index, in: scene, peek: peek[owner] ?? 0)
        : place(index, in: scene, within: clip)
      guard !placement.clip.isEmpty else { continue }
      family[index].step = steps.count
      if kind == .indicator { indicator = index }
      steps.append(
        PaintStep(
          index: index,
          id: id,
          kind: kind,
          parent: parent < 0
            ? PaintStep.Parent() : PaintStep.Parent(scene[at: parent], of: kind),
          placement: placement,
          isFocused: id == focus,
          isLit: kind == .optionCell && isLit(index, by: indicator, in: scene),
          peek: peek[owner] ?? 0,
          shift: shift[owner] ?? 0,
          isAbove: false
        )
      )
      if kind == .tabBar || kind == .optionBar {
        pending.append(Pending(index: index, isAbove: true))
      }
      guard let child = family[index].lastChild else { continue }
      let scroll = scene[at: index].scroll
      let frame = placement.frame
      family[index].origin = CellPoint(x: frame.x - scroll.x, y: frame.y - scroll.y)
      push(child)
    }
  }

  /// Returns whether the middle of a bar's indicator is below a cell; without an indicator, whether the cell is selected.
  private func isLit(_ cell: Int, by indicator: Int?, in scene: Scene) -> Bool {
    guard let indicator, family[indicator].parent == family[cell].parent,
      scene[at: indicator].markLength > 0
    else { return scene[at: cell].isSelected }
    let middle = (scene[at: indicator].markStart + scene[at: indicator].markLength / 2) >> 3
    let (bar, frame) = (scene[at: indicator].frame, scene[at: cell].frame)
    return (frame.x..<frame.maxX).contains(max(bar.x, min(middle, bar.maxX - 1)))
  }

  /// Returns where a container is; its parent is placed already.
  private func place(_ index: Int, in scene: Scene, within clip: CellRect) -> Placement {
    let (frame, overlay) = (scene[at: index].frame, scene[at: index].overlay)
    let parent = family[index].parent
    guard parent >= 0 else {
      return Placement(frame: frame, overlay: overlay, clip: clip, overlayAround: 0)
    }
    let origin = family[parent].origin
    let above = steps[family[parent].step].placement
    return Placement(
      frame: frame.offset(x: origin.x, y: origin.y),
      overlay: overlay,
      clip: above.clip,
      overlayAround: above.overlay
    )
  }

  /// Returns where a pointer or a mark is: on rows of its parent, as this viewer has scrolled them.
  ///
  /// The clip of a pointer has all visible rows, in any of which its name may be.
  private func placeOnRows(_ index: Int, in scene: Scene, peek: Int) -> Placement {
    let parent = family[index].parent
    let above = steps[family[parent].step].placement
    let away = scene[at: parent].rowsAway(peekingBy: peek)
    let content = scene[at: parent].content
    let top = above.frame.y + content.y
    let frame = scene[at: index].frame.offset(
      x: above.frame.x - scene[at: parent].scroll.x,
      y: above.frame.y - away
    )
    let visible = scene[at: parent].visibleRows
    // A pinned header covers the row under it.
    let isPinned = scene[at: parent].rowPinned(atOffset: away) != nil
    let rows = CellRect(
      x: above.frame.x,
      y: isPinned ? top + 1 : top,
      width: above.frame.width,
      height: max(0, isPinned ? visible - 1 : visible)
    )
    .intersection(above.clip)
    let isPointer = scene[at: index].kind == .pointer
    let shown = CellRect(
      x: isPointer ? rows.x : frame.x - 1,
      y: frame.y,
      width: isPointer ? rows.width : frame.width + 2,
      height: frame.height
    )
    .intersection(rows)
    return Placement(
      frame: frame,
      paintingOn: isPointer && !shown.isEmpty ? rows : shown,
      of: above
    )
  }

  /// Pushes siblings, the first one on top.
  private mutating func push(_ last: Int?) {
    var next = last
    while let index = next {
      pending.append(Pending(index: index))
      next = family[index].next
    }
  }

  // MARK: Families

  /// Finds the children of each container.
  private mutating func relate(_ scene: Scene) {
    disperse(scene.containers.count)
    for index in 0..<scene.containers.count {
      guard let parent = parent(of: index, in: scene) else { continue }
      guard adopt(index, by: parent, in: scene, Self.longestWalk) else {
        return sort(scene)
      }
    }
  }

  /// The same for siblings in any order.
  private mutating func sort(_ scene: Scene) {
    disperse(scene.containers.count)
    let containers = scene.containers
    let order = containers.indices.sorted {
      (containers[$0].z, containers[$0].id) < (containers[$1].z, containers[$1].id)
    }
    for index in order {
      guard let parent = parent(of: index, in: scene) else { continue }
      _ = adopt(index, by: parent, in: scene, 0)
    }
  }

  private mutating func disperse(_ count: Int) {
    roots = nil
    family.removeAll(keepingCapacity: true)
    for _ in 0..<count { family.append(Kin()) }
  }

  /// Returns the index of a container's parent; -1 for an outermost container, nil if the parent is missing.
  private func parent(of index: Int, in scene: Scene) -> Int? {
    guard let id = scene[at: index].parent else { return -1 }
    return scene.index(of: id)
  }

  /// Adds a container to its siblings.
  ///
  /// - Returns: false if its place is not found within a number of them.
  private mutating func adopt(
    _ index: Int,
    by parent: Int,
    in scene: Scene,
    _ longestWalk: Int
  ) -> Bool {
    let z = scene[at: index].z
    family[index].parent = parent
    var before: Int?
    var next = parent < 0 ? roots : family[parent].lastChild
    var steps = 0
    // Among equals the higher id is painted later.
    while let sibling = next, scene[at: sibling].z > z {
      guard steps < longestWalk else { return false }
      before = sibling
      next = family[sibling].next
      steps += 1
    }
    family[index].next = next
    if let before {
      family[before].next = index
    } else if parent < 0 {
      roots = index
    } else {
      family[parent].lastChild = index
    }
    return true
  }
}

/// One step of painting a scene: a container at its place, either below or above its children.
///
/// It holds no references, so that steps are compared and kept for nothing. Together with the container itself it
/// determines what is painted.
struct PaintStep: Equatable {
  /// The fields of a container's parent that its painting reads.
  struct Parent: Equatable {
    /// Nil for an outermost container.
    var kind: ContainerKind?
    var barStyle = BarStyle.buttons
    var height = 0
    var currentPage = 0

    init() {}

    /// - Parameters:
    ///   - parent: the parent.
    ///   - child: the kind of the container; only the cells of an option bar look at the bar's fields.
    init(_ parent: Container, of child: ContainerKind) {
      kind = parent.kind
      guard child == .optionCell else { return }
      barStyle = parent.barStyle
      height = parent.frame.height
      currentPage = parent.currentPage
    }
  }

  /// The container's index in the scene.
  let index: Int
  let id: ContainerID
  let kind: ContainerKind
  let parent: Parent
  let placement: Placement
  /// Whether the container has the keyboard focus.
  let isFocused: Bool
  /// Whether a tab has the colour of the selected one: while pages move, the one above the indicator.
  let isLit: Bool
  /// The number of rows by which this viewer has scrolled the page.
  let peek: Int
  /// The number of columns by which this viewer has scrolled lines that are wider than the page.
  let shift: Int
  /// Whether the parts above the container's children are painted, not those below them.
  var isAbove: Bool

  /// The step that paints the parts above the container's children.
  var above: PaintStep {
    var above = self
    above.isAbove = true
    return above
  }

  /// The rows that the step may paint on.
  var rows: Range<Int> { placement.clip.y..<placement.clip.maxY }

  /// Whether nothing but the container's place decides what is painted.
  var isPlain: Bool {
    switch kind {
    case .pager, .stack, .tabs, .split: true
    case .page, .pageControl, .tabBar, .tabItem, .spine, .optionBar, .optionCell, .indicator,
      .splitBorder, .pointer, .mark:
      false
    }
  }

  /// Whether the step looks at what the canvas shows in its other rows.
  var readsCanvas: Bool { isAbove && kind == .tabBar }
}

/// A set of a canvas's rows.
package struct RowSet: Hashable, Sendable {
  private var isIn: [Bool]
  package private(set) var isEmpty = true

  /// Creates an empty set of a canvas's rows.
  package init(of rows: Int) {
    isIn = Array(repeating: false, count: rows)
  }

  /// Creates the set of all rows of a canvas.
  static func all(of rows: Int) -> RowSet {
    var set = RowSet(of: rows)
    set.insert(0..<rows)
    return set
  }

  package func contains(_ row: Int) -> Bool { isIn[row] }

  /// Adds rows; those outside of the canvas are left out.
  package mutating func insert(_ rows: Range<Int>) {
    let rows = rows.clamped(to: 0..<isIn.count)
    if !rows.isEmpty { isEmpty = false }
    for row in rows { isIn[row] = true }
  }

  package mutating func removeAll() {
    guard !isEmpty else { return }
    isEmpty = true
    for row in isIn.indices { isIn[row] = false }
  }

  /// Whether one of these rows is in the set.
  func meets(_ rows: Range<Int>) -> Bool {
    rows.clamped(to: 0..<isIn.count).contains { isIn[$0] }
  }

  /// Returns the first rows without a gap, from a row on; nil if there are none.
  func band(from row: Int) -> Range<Int>? {
    guard let first = (row..<isIn.count).first(where: { isIn[$0] }) else { return nil }
    var end = first + 1
    while end < isIn.count, isIn[end] { end += 1 }
    return first..<end
  }
}
