import NavGeometry
import NavScene

/// A container in the terminal's own cells.
struct Placement {
  let container: Container
  let frame: CellRect
  /// What of the frame can be seen.
  let clip: CellRect
  /// How dark the container and everything around it make it: 0 (not at all) to 255.
  let overlay: Int
  /// How dark everything around the container is, without itself.
  let overlayAround: Int
  /// What it is part of; nil for an outermost container.
  let parent: Container?

  init(
    _ container: Container,
    in parent: Container?,
    origin: CellPoint,
    clip: CellRect,
    overlay: Int
  ) {
    self.container = container
    self.parent = parent
    overlayAround = overlay
    frame = container.frame.offset(x: origin.x, y: origin.y)
    self.clip = frame.intersection(clip)
    let own = min(max(0, container.overlay), 255)
    // Two layers of black let through what the one lets through of the other.
    self.overlay = 255 - ((255 - own) * (255 - overlay) + 127) / 255
  }

  /// Where children begin.
  var contentOrigin: CellPoint {
    CellPoint(x: frame.x - container.scroll.x, y: frame.y - container.scroll.y)
  }
}
