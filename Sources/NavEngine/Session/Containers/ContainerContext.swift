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

/// The outcome of an input in a container, and the rest that it leaves to the session.
enum ContainerAnswer {
  /// It does not handle the input; the next outer container may.
  case unhandled
  case done
  /// It handles the input, and nothing has changed.
  case nothing(NoEffect)
  /// A page has to be opened, and to be read first if it is not known.
  case open(PageRequest)
  /// The content of a page returns to its root, or if it is there, scrolls to its top.
  case scrollToTop(ContainerID)
  /// A command for the session, from the innermost container outwards.
  case run(SessionCommand)
}

/// The release of a pan.
struct PanRelease {
  /// The velocity of the content, in cells per second; positive reveals what is to the right and below.
  var velocity: Double
  /// The container in the panning viewer's viewport.
  let context: ContainerContext
  /// The state of the container in that viewport, such as its scroll offsets; nil if it has none yet.
  let state: (any ContainerViewState)?
}

/// A pan that a container has begun.
struct ContainerPan {
  /// Distinguishes it from other gestures of the container; nil if the container has one gesture at a time.
  var serial: Int?
  /// The translation of what it holds when it begins, in the container's unit.
  var start = 0.0
  /// The size of one cell of the panning viewer's terminal, in the container's unit.
  var scale: Double
}
