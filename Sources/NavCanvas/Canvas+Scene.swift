package import NavGeometry
package import NavScene

extension Canvas {
  /// The smallest terminal in which a scene is painted; a smaller one shows a single line with its title.
  package static let smallestSceneSize = CellSize(columns: 10, rows: 3)

  /// A step of painting a scene.
  private enum Step {
    /// Paints a container, then its children.
    case paint(Placement)
    /// Paints the parts of a container that lie above its children.
    case finish(ContainerPainter)
  }

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
    let clip = bounds.intersection(CellRect(scene.viewport))
    let children = Dictionary(grouping: scene.containers) { $0.parent }
      .mapValues { siblings in siblings.sorted { ($0.z, $0.id) > ($1.z, $1.id) } }
    // A stack instead of recursion, so that any depth of nesting works.
    var pending = (children[nil] ?? []).map {
      Step.paint(Placement($0, in: nil, origin: .zero, clip: clip, overlay: 0))
    }
    while let step = pending.popLast() {
      switch step {
      case .finish(let painter): painter.finish(onto: &self)
      case .paint(let placement):
        guard !placement.container.isHidden, !placement.clip.isEmpty else { continue }
        let id = placement.container.id
        let painter = ContainerPainter(
          placement: placement,
          theme: theme,
          isFocused: id == scene.focus,
          shift: shift[id] ?? 0
        )
        painter.paint(onto: &self, peek: peek[id] ?? 0)
        pending.append(.finish(painter))
        for child in children[id] ?? [] { pending.append(.paint(placement.placing(child))) }
      }
    }
  }
}

extension Placement {
  /// Returns the placement of a child.
  fileprivate func placing(_ child: Container) -> Placement {
    Placement(
      child,
      in: container,
      origin: contentOrigin,
      clip: clip,
      overlay: overlay
    )
  }
}
