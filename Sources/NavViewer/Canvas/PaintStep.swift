import NavBase
import NavScene

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
