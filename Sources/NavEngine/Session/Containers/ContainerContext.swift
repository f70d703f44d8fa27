import NavBase
import NavScene

/// A container as one viewer sees it at a moment.
struct ContainerContext {
  let id: ContainerID
  /// The size available to the container.
  let size: CellSize
  /// The size of the viewer's terminal.
  let viewport: CellSize
  /// Whether previews of lists are wanted.
  let preview: PreviewMode
  let now: Duration
}

extension Session {
  /// Returns the context of a container in the size that is available to it at rest.
  func context(
    of container: ContainerID,
    seenIn viewport: CellSize,
    at now: Duration
  ) -> ContainerContext {
    let size = tree.availableSize(of: container, in: viewport)
    return context(of: container, size: size, seenIn: viewport, at: now)
  }

  /// Returns the context of a container in a size.
  func context(
    of container: ContainerID,
    size: CellSize,
    seenIn viewport: CellSize,
    at now: Duration
  ) -> ContainerContext {
    ContainerContext(
      id: container,
      size: size,
      viewport: viewport,
      preview: preview.mode,
      now: now
    )
  }
}

/// The state of a container in a viewport between two layouts.
protocol ContainerViewState: Sendable {}
