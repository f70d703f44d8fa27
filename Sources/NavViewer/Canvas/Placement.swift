import NavBase

/// A container's position in the terminal's cells.
struct Placement: Equatable {
  let frame: CellRect
  /// The visible part of the frame.
  let clip: CellRect
  /// The darkness from the overlays of the container and its ancestors: 0 (none) to 255.
  let overlay: Int
  /// The darkness from the overlays of the ancestors alone.
  let overlayAround: Int

  init(frame: CellRect, overlay own: Int, clip: CellRect, overlayAround: Int) {
    self.overlayAround = overlayAround
    self.frame = frame
    self.clip = frame.intersection(clip)
    let own = min(max(0, own), 255)
    // Two layers of black: the transparencies multiply.
    overlay = 255 - ((255 - own) * (255 - overlayAround) + 127) / 255
  }

  /// - Parameters:
  ///   - frame: the position.
  ///   - clip: the cells that may be painted on, also outside of the frame.
  ///   - parent: where the parent is, with its darkness.
  init(frame: CellRect, paintingOn clip: CellRect, of parent: Placement) {
    self.frame = frame
    self.clip = clip
    overlay = parent.overlay
    overlayAround = parent.overlay
  }
}
