package import NavBase
package import NavScene

/// A canvas that shows one scene after the other, and is painted only in the rows in which something may differ.
///
/// Law: after `paint` it shows what a canvas shows on which the scene was painted as a whole.
package struct LiveCanvas {
  /// The canvas; others may paint on rows that are in `damage`.
  package var canvas: Canvas
  /// The rows that are painted anew, or were by the last `paint`.
  package private(set) var damage: RowSet
  private var theme: ResolvedTheme
  /// The steps of the scene that is to be painted.
  private var plan = PaintPlan()
  /// The steps of the scene that the canvas shows, and the container of each.
  private var shownSteps: [PaintStep] = []
  private var shownContainers: [Container] = []
  /// Whether the canvas shows something else.
  private var isUnknown = true

  package init(size: CellSize, theme: ResolvedTheme) {
    canvas = Canvas(size: size)
    damage = RowSet(of: size.rows)
    self.theme = theme
  }

  /// Declares that the canvas shows something else than a scene: the next one is painted as a whole.
  package mutating func forget() {
    isUnknown = true
  }

  /// Compares a scene with what the canvas shows; the differences are in `damage` afterwards.
  package mutating func compare(
    with scene: Scene,
    peek: [ContainerID: Int] = [:],
    shift: [ContainerID: Int] = [:]
  ) {
    plan.arrange(scene, in: canvas.bounds, peek: peek, shift: shift)
    damage.removeAll()
    if isUnknown || canvas.hasManyEntries { return damage.insert(0..<canvas.size.rows) }
    if isSameOrder {
      for index in plan.steps.indices where differs(index, in: scene) {
        damage.insert(shownSteps[index].rows)
        damage.insert(plan.steps[index].rows)
      }
    } else {
      for step in shownSteps { damage.insert(step.rows) }
      for step in plan.steps { damage.insert(step.rows) }
    }
    guard !damage.isEmpty else { return }
    for step in plan.steps where step.readsCanvas && damage.meets(step.rows) {
      damage.insert(step.rows)
    }
  }

  /// Adds rows that are painted anew although the scene is the same there.
  package mutating func insertDamage(_ rows: Range<Int>) {
    damage.insert(rows)
  }

  /// Paints the damaged rows of the scene that was compared last.
  package mutating func paint(_ scene: Scene) {
    if isUnknown || canvas.hasManyEntries { canvas.clear() }
    var row = 0
    while let band = damage.band(from: row) {
      canvas.limit(to: band)
      if !isCovered(canvas.window) { canvas.fill(canvas.window) }
      canvas.paint(plan.steps, of: scene, theme: theme)
      row = band.upperBound
    }
    canvas.limit(to: nil)
    remember(scene)
  }

  /// A container that the canvas shows; it is not copied.
  private subscript(shownAt index: Int) -> Container {
    _read { yield shownContainers.span[index] }
  }

  /// Whether the first step fills a part of the canvas, whatever it showed.
  private func isCovered(_ rect: CellRect) -> Bool {
    guard let step = plan.steps.first, step.isPlain else { return false }
    return step.placement.clip.intersection(rect) == rect
  }

  // MARK: What is shown

  private var isSameOrder: Bool {
    guard plan.steps.count == shownSteps.count else { return false }
    for index in plan.steps.indices {
      let (new, old) = (plan.steps[index], shownSteps[index])
      guard new.id == old.id, new.isAbove == old.isAbove else { return false }
    }
    return true
  }

  /// Whether a step paints something else than the one that is shown in its place.
  private func differs(_ index: Int, in scene: Scene) -> Bool {
    let step = plan.steps[index]
    guard step == shownSteps[index] else { return true }
    return !step.isPlain
      && scene[at: step.index] != self[shownAt: index]
  }

  private mutating func remember(_ scene: Scene) {
    let containers = scene.containers
    if !isUnknown, isSameOrder {
      for index in plan.steps.indices where differs(index, in: scene) {
        shownSteps[index] = plan.steps[index]
        shownContainers[index] = containers[plan.steps[index].index]
      }
    } else {
      shownSteps.removeAll(keepingCapacity: true)
      shownContainers.removeAll(keepingCapacity: true)
      shownSteps.append(contentsOf: plan.steps)
      for step in plan.steps { shownContainers.append(containers[step.index]) }
    }
    isUnknown = false
  }
}

extension Canvas {
  /// The smallest terminal in which a scene is painted; a smaller one shows a single line with its title.
  package static let smallestSceneSize = CellSize(columns: 10, rows: 3)

  /// Paints a scene at the canvas's origin, replacing the previous contents.
  ///
  /// Containers are painted by parent, then z, then id: a container's children above it, and all of them below the next
  /// sibling. A child is clipped by all of its ancestors. Cells that no container covers stay empty. A container whose
  /// parent is missing is not painted. O(n log n).
  ///
  /// `peek` is the number of rows by which this viewer has scrolled a page relative to the scene (positive is down);
  /// `shift` is the number of columns by which it has scrolled the page's long lines.
  package mutating func paint(
    _ scene: Scene,
    theme: ResolvedTheme,
    peek: [ContainerID: Int] = [:],
    shift: [ContainerID: Int] = [:]
  ) {
    clear()
    var plan = PaintPlan()
    plan.arrange(scene, in: bounds, peek: peek, shift: shift)
    paint(plan.steps, of: scene, theme: theme)
  }

  /// Paints the steps of a scene as far as they lie in the window.
  mutating func paint(_ steps: [PaintStep], of scene: Scene, theme: ResolvedTheme) {
    guard let first = steps.first else { return }
    let rows = window.y..<window.maxY
    var painter = ContainerPainter(scene.containers, first, theme: theme)
    for index in steps.indices where steps[index].rows.overlaps(rows) {
      painter.step = steps[index]
      painter.paint(onto: &self)
    }
  }
}
