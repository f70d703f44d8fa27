import NavGeometry
import NavScene

/// A container's position in the terminal's cells.
struct Placement {
  let container: Container
  let frame: CellRect
  /// The visible part of the frame.
  let clip: CellRect
  /// The darkness from the overlays of the container and its ancestors: 0 (none) to 255.
  let overlay: Int
  /// The darkness from the overlays of the ancestors alone.
  let overlayAround: Int
  /// The parent container; nil for an outermost container.
  let parent: Container?
  /// The kind of the parent, stored because reading it through `parent` copies a large container.
  let parentKind: ContainerKind?

  init(
    _ container: Container,
    in parent: Container?,
    origin: CellPoint,
    clip: CellRect,
    overlay: Int
  ) {
    self.container = container
    self.parent = parent
    parentKind = parent?.kind
    overlayAround = overlay
    frame = container.frame.offset(x: origin.x, y: origin.y)
    self.clip = frame.intersection(clip)
    let own = min(max(0, container.overlay), 255)
    // Two layers of black: the transparencies multiply.
    self.overlay = 255 - ((255 - own) * (255 - overlay) + 127) / 255
  }

  /// The origin of the children.
  var contentOrigin: CellPoint {
    CellPoint(x: frame.x - container.scroll.x, y: frame.y - container.scroll.y)
  }
}
