import NavBase
import NavEngine

/// A reference implementation of the geometry: the columns that must show a page in a frame, and those that may.
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
    // A film may begin during the motion.
    let step = (view.motion?.length ?? 0) - film.length + frame
    let moving = isLast ? nil : view.motion
    let offset = moving?.offset(atFrame: step) ?? view.target
    let end = widths.reduce(-full, +)
    let exact = offset > end ? -end - (offset - end) / 2 : offset < 0 ? -offset / 2 : -offset
    let origin = Self.origin(of: moving, inFrame: step, exact: exact, rest: Self.rest(of: view))
    var left: [Double] = []
    for (index, container) in containers.enumerated() {
      let below = (0..<index).filter { container.isPopped || !containers[$0].isPopped }
      let apart = view.isSpread && !isLast && index > 0 ? max(0, origin) : 0
      left.append(below.map { widths[$0] }.reduce(origin + apart, +))
    }
    let held = left.indices.filter { left[$0] < (film.columns < 40 ? 0 : Double(min($0, 3))) }
    for index in left.indices {
      let right = Self.column(left[index] + widths[index])
      let own = bits(Self.column(left[index])..<right, of: film.columns)
      // Three pages are held at the edge, where they reach further; a popped page below them is not visible (SN-10,
      // D-6).
      let isHidden = held.dropLast(3).contains(index)
      if !isHidden || !containers[index].isPopped { least |= own }
      most |= own
      if held.contains(index) {
        most |= bits(0..<Self.column(widths[index] + 2.5), of: film.columns)
      }
    }
  }

  /// Returns the root's position at rest.
  private static func rest(of view: StackView) -> Double {
    let (full, half) = (view.metrics.viewport, view.metrics.halfPage)
    let end = view.containers.live.map { $0.size == .full ? full : half }.reduce(-full, +)
    return end < 0 ? -end / 2 : -view.target
  }

  /// Returns the root's position in a frame: whole cells from its rest, or its last visible position.
  private static func origin(
    of motion: StackMotion?,
    inFrame step: Int,
    exact: Double,
    rest: Double
  ) -> Double {
    guard let motion else { return exact }
    if step == 0, let seen = motion.seen { return seen }
    let distance = (motion.root?.offset(atFrame: step) ?? exact) - rest
    return rest + (distance < 0 ? -1 : 1) * (abs(distance) + 1e-9).rounded(.down)
  }

  private static func column(_ position: Double) -> Int { Int((position + 1e-9).rounded(.down)) }
}
