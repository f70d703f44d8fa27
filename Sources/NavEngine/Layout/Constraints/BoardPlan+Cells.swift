import NavBase
import NavScene

/// The rectangles of a plan, in cells.
extension BoardPlan {
  /// The number of rows of the page.
  var rows: Int { cells(of: page).maxY }

  /// The frames of the boxes on the page.
  var frames: [CellRect] { boxes.map(cells) }

  private func cells(of view: ConstraintViewID) -> CellRect {
    guard let cells = try? layout.cells(of: view, in: scroll) else { return .zero }
    // Larger coordinates are clamped, like all coordinates of a scene.
    let most = Limits.coordinate / 2
    return CellRect(
      x: min(max(cells.x, -most), most),
      y: min(max(cells.y, -most), most),
      width: min(cells.width, most),
      height: min(cells.height, most)
    )
  }
}
