package import NavGeometry
package import NavScene

extension Canvas {
  /// The smallest terminal that shows a scene; below it one line says what there would be.
  package static let smallestSceneSize = CellSize(columns: 10, rows: 3)

  /// One step of painting a scene.
  private enum Step {
    /// A container below its children, and what comes after it.
    case paint(Placement)
    /// What of a container lies above its children.
    case finish(ContainerPainter)
  }

  /// Paints a scene at the canvas's origin, over whatever was there.
  ///
  /// Containers are painted by parent, then z, then id: a container's children over it, and all of them
  /// below the next sibling. A child is clipped by every container that it is part of. What no container
  /// covers is left to the terminal. A container whose parent is missing is not painted. O(n log n).
  ///
  /// `peek` says how many rows further down than the scene this viewer looks at a page, or further up, and `shift` by
  /// how many columns it has moved the page's long lines.
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
    // What is painted next stands last: no depth of nesting is too much.
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
  /// The place of a child.
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
