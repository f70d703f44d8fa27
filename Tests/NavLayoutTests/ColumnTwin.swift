import NavGeometry
import NavLayout

/// The plain twin of the geometry: the columns that have to show a page in a frame, and those that may.
struct ColumnTwin {
  private(set) var least = UInt128(0)
  private(set) var most = UInt128(0)

  init(_ world: StackWorld, _ film: StackFilm, frame: Int) {
    let view = world.view
    let isLast = frame == film.length
    let containers = view.containers.filter { !isLast || !$0.isPopped }
    let full = Double(film.columns)
    let half = film.columns < 40 ? full : full / 2
    let widths = containers.map { $0.page.size == .full ? full : half }
    // A film may begin in the middle of the motion.
    let step = (view.motion?.length ?? 0) - film.length + frame
    let moving = isLast ? nil : view.motion
    let offset = moving?.offset(atFrame: step) ?? view.target
    let end = widths.reduce(-full, +)
    let origin = offset > end ? -end - (offset - end) / 2 : offset < 0 ? -offset / 2 : -offset
    var left: [Double] = []
    for (index, container) in containers.enumerated() {
      let below = (0..<index).filter { container.isPopped || !containers[$0].isPopped }
      left.append(below.map { widths[$0] }.reduce(origin, +))
    }
    let held = left.indices.filter { left[$0] < (film.columns < 40 ? 0 : Double(min($0, 3))) }
    for index in left.indices {
      let right = Self.column(left[index] + widths[index])
      let own = bits(Self.column(left[index])..<right, of: film.columns)
      // Three are held at the edge, where they reach further; what a popped one below them would still
      // show is not seen (SN-10, D-6).
      let isHidden = held.dropLast(3).contains(index)
      if !isHidden || !containers[index].isPopped { least |= own }
      most |= own
      if held.contains(index) {
        most |= bits(0..<Self.column(widths[index] + 2.5), of: film.columns)
      }
    }
  }

  private static func column(_ position: Double) -> Int { Int((position + 1e-9).rounded(.down)) }
}
