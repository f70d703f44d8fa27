import NavBase
import NavScene
import NavTestKit

/// The pages of a stack in every frame of a trajectory, read from the published scene and tracks.
struct StackFilm {
  struct Page {
    let id: ContainerID
    /// The positions by frame, the last one included.
    var places: [Place]
    var hasRows: Bool
  }

  struct Place: Hashable {
    var x: Int
    var width: Int
    var isHidden: Bool
    var overlay: Int
    var contentX: Int
  }

  let columns: Int
  let length: Int
  /// The pages in z-order.
  private(set) var pages: [Page]

  init(_ trajectory: Trajectory) throws {
    columns = trajectory.start.viewport.columns
    length = trajectory.length
    pages = trajectory.start.containers.filter { $0.kind == .page }.map { page in
      let place = Place(
        x: page.frame.x,
        width: page.frame.width,
        isHidden: page.isHidden,
        overlay: page.overlay,
        contentX: page.content.x
      )
      return Page(
        id: page.id,
        places: Array(repeating: place, count: trajectory.length + 1),
        hasRows: !page.rows.isEmpty
      )
    }
    for track in trajectory.tracks {
      guard let index = pages.firstIndex(where: { $0.id == track.container }),
        let last = track.values.last
      else { throw FilmError("a track of what is not there, or without values") }
      let range = track.field.range
      for frame in 1...max(1, length) {
        let value = frame <= track.values.count ? track.values[frame - 1] : last
        try demand(range.contains(value), "\(track.field) \(value)")
        try pages[index].places[frame].set(track.field, to: value)
      }
    }
    end(with: trajectory.end)
  }

  /// Hides removed pages in the last frame.
  private mutating func end(with scene: Scene) {
    for index in pages.indices where scene[pages[index].id] == nil {
      pages[index].places[length].isHidden = true
    }
  }

  /// Returns the columns in which each page is visible in a frame, as bits, in z-order.
  func seen(inFrame frame: Int) -> [UInt128] {
    var taken = UInt128(0)
    var seen: [UInt128] = []
    for page in pages.reversed() {
      let place = page.places[frame]
      let own = place.isHidden ? 0 : bits(place.x..<place.x + place.width, of: columns)
      seen.append(own & ~taken)
      taken |= own
    }
    return seen.reversed()
  }
}

/// A trajectory that a stack can't have.
struct FilmError: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension StackFilm.Place {
  fileprivate mutating func set(_ field: ContainerField, to value: Int) throws {
    switch field {
    case .x: x = value
    case .width: width = value
    case .isHidden: isHidden = value == 1
    case .overlay: overlay = value
    case .contentX: contentX = value
    default: throw FilmError("\(field) does not move in a stack")
    }
  }
}

/// Returns columns as bits, clipped to a viewport of at most 127 columns.
func bits(_ columns: Range<Int>, of viewport: Int) -> UInt128 {
  let inside = columns.clamped(to: 0..<viewport)
  return (UInt128(1) << inside.upperBound) - (UInt128(1) << inside.lowerBound)
}

/// Returns whether columns are adjacent.
func isRun(_ bits: UInt128) -> Bool {
  guard bits != 0 else { return true }
  let run = bits >> bits.trailingZeroBitCount
  return run & (run + 1) == 0
}
