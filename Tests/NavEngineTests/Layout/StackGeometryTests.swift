import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("StackGeometry: pages for any offset, in points")
struct StackGeometryTests {
  /// A stack from letters: `F` and `h` are full and half pages, a following `*` marks one as popped.
  private func stack(_ pages: String, in viewport: Double = 944) -> StackGeometry {
    var containers: [StackContainer] = []
    for letter in pages {
      if letter == "*" {
        containers[containers.count - 1].isPopped = true
      } else {
        let id = StackLayout.pageID(containers.count)
        containers.append(StackContainer(StackPage(id: id, size: letter == "F" ? .full : .half)))
      }
    }
    return StackGeometry(StackContainers(containers), metrics: .points(viewport: viewport))
  }

  @Test(
    "SN-1, SN-2, SNQ-2, D-6: locations and alignments of pages, popped ones not counted",
    arguments: [
      (pages: "Fhh", viewport: 944.0, left: [0, 944, 1416], right: [0, 472, 944], maximum: 944.0),
      ("Fhh", 688.5, [0, 688.5, 1160.5], [0, 472, 944], 944),
      ("hh", 944, [0, 472], [-472, 0], 0),
      ("h", 944, [0], [-472], -472),
      ("hFh", 700.25, [0, 472, 1172.25], [-228.25, 472, 944], 944),
      ("Fh*", 944, [0, 944], [0, 472], 0),
      ("Fh*F", 944, [0, 944, 944], [0, 472, 944], 944),
    ] as [(pages: String, viewport: Double, left: [Double], right: [Double], maximum: Double)]
  )
  func alignments(
    pages: String,
    viewport: Double,
    left: [Double],
    right: [Double],
    maximum: Double
  ) {
    let stack = stack(pages, in: viewport)
    let all = stack.containers.indices
    #expect(all.map { stack.location(of: $0) } == left)
    #expect(all.map { stack.alignment(of: $0, .left) } == left)
    #expect(all.map { stack.alignment(of: $0, .right) } == right)
    #expect(stack.maxScroll == maximum)
  }

  @Test("SN-2: an empty stack has no distance to scroll")
  func emptyStack() {
    #expect(stack("").maxScroll == 0)
    #expect(stack("").frames(at: 100).isEmpty)
  }

  @Test("SN-3: a full root and k half pages scroll by 472 k, in any viewport")
  func halvesOnAFullRoot() {
    for viewport in [472.0, 688, 768.5, 944, 2_000] {
      for count in 0...6 {
        let stack = stack("F" + String(repeating: "h", count: count), in: viewport)
        #expect(stack.maxScroll == Double(472 * count))
      }
    }
  }

  @Test("SN-6, D-6: a page is held at the left edge from its own distance on, and not before")
  func stackedFrom() {
    // The distance counts all pages below, up to three, popped ones too.
    for (index, distance) in [0.0, 3, 6, 9, 9].enumerated() {
      for pages in ["FFFFF", "FFF*FF"] where pages == "FFFFF" || index < 2 {
        let stack = stack(pages)
        let edge = stack.location(of: index) - distance
        #expect(!stack.frames(at: edge)[index].isStacked, "page \(index)")
        #expect(stack.frames(at: edge + 0.001)[index].isStacked, "page \(index)")
      }
    }
    // Live page 3 lies on two live ones and a popped one: 9 points, at the location of page 2.
    let stack = stack("FFF*FF")
    #expect(!stack.frames(at: 944 * 2 - 9)[3].isStacked)
    #expect(stack.frames(at: 944 * 2 - 8.999)[3].isStacked)
  }

  @Test(
    "D-14: a page rests at its alignment, never in the rubber band; the position names the alignment there",
    arguments: [
      (pages: "Fhh", page: 1, asked: StackPosition.right, offset: 472.0, held: StackPosition.right),
      ("Fhh", 1, .left, 944, .left),
      // Beyond the end: the offset is the last page's right, which is this page's left as well.
      ("Fhh", 2, .left, 944, .right), ("Fhh", 2, .right, 944, .right),
      ("Fhh", 0, .right, 0, .right), ("Fhh", 0, .left, 0, .left),
      // Before the start.
      ("hh", 0, .right, 0, .left), ("hh", 0, .left, 0, .left), ("hh", 1, .left, 0, .right),
      // Narrower than the viewport: both ends are valid offsets.
      ("h", 0, .left, 0, .left), ("h", 0, .right, -472, .right),
    ] as [(pages: String, page: Int, asked: StackPosition, offset: Double, held: StackPosition)]
  )
  func restingPlaces(
    pages: String,
    page: Int,
    asked: StackPosition,
    offset: Double,
    held: StackPosition
  ) {
    let place = stack(pages).place(of: page, asked)
    #expect(place.offset == offset)
    #expect(place.position == held)
  }

  @Test(
    "D-14: if neither edge is aligned at the clamped offset, the requested position is kept"
  )
  func neitherHolds() {
    // The viewport is between one and two half pages wide.
    let place = stack("hhF", in: 688).place(of: 0, .right)
    #expect(place.offset == 0 && place.position == .left)
    let last = stack("Fhh", in: 1_200).place(of: 1, .left)
    #expect(last.offset == 944 && last.position == .left)
  }

  @Test(
    "SN-20, SNQ-8, D-14: a release aims at a page in view, a fast one further, none beyond the ends",
    arguments: [
      // A drag that had stopped: the nearest place, the later one if two are equally near.
      (velocity: 0, offset: 480, page: 1, position: .right), (0, 235, 0, .right),
      (0, 236, 1, .right), (0, 943, 2, .right), (0, 9_000, 4, .right), (0, -9_000, 0, .right),
      // No page is in view: as one that had stopped.
      (-10, 9_000, 4, .right), (10, -9_000, 0, .right),
      // To the right: the last visible page, and further from a speed on.
      (10, 480, 2, .right), (5_500, 480, 2, .right), (5_500.5, 480, 3, .right),
      (8_500, 480, 3, .right), (8_500.5, 480, 4, .right), (90_000, 1_400, 4, .right),
      // To the left: the first visible page, or the next one when more than half of the first is out of view.
      (-10, 950, 1, .left), (-10, 472, 0, .left), (-10, 472.5, 1, .right), (-5_500, 500, 1, .right),
      (-5_500.5, 500, 0, .left), (-5_501, 950, 0, .left), (-8_501, 950, 0, .left),
    ] as [(velocity: Double, offset: Double, page: Int, position: StackPosition)]
  )
  func releases(velocity: Double, offset: Double, page: Int, position: StackPosition) {
    let stack = stack("Fhhhh")
    let inView = stack.frames(at: offset).enumerated().filter { _, frame in
      frame.raw < 944 && frame.raw + frame.width > 0
    }.map(\.offset)
    let release = stack.release(at: offset, velocity: velocity, inView: inView)
    #expect(release?.active == page)
    #expect(release?.position == position)
    #expect(release?.offset == stack.place(of: page, position).offset)
    let beyond = (release?.overshoot ?? 0) - (release?.offset ?? 0)
    let expected: Double = velocity == 0 ? 0 : max(10, abs(velocity) / 150)
    #expect(isNear(beyond, velocity < 0 ? -expected : expected))
  }

  @Test(
    "D-14: without speed a stack rests at the nearest of all places, monotone in where it was let go",
    arguments: [1, 10, 39, 40, 41, 80, 100, 101]
  )
  func nearestPlaces(columns: Int) throws {
    for count in 1...4 {
      for sizes in 0..<(1 << count) {
        let pages = StackPages(
          (0..<count).map { StackWorld.page($0, sizes >> $0 & 1 == 1 ? "h" : "F") }
        )
        let stack = StackGeometry(pages, metrics: .cells(columns: columns))
        // In the order in which those that share an offset are named, the last one first.
        let places = [StackPosition.right, .left].flatMap { side in
          (0..<count).reversed().map { ($0, side, stack.place(of: $0, side).offset) }
        }
        var last = -Double.infinity
        for step in -16...(16 * (count + 1)) {
          let offset = Double(step * columns) / 16
          let name = "\(columns) columns, sizes \(sizes) of \(count) at \(offset)"
          let release = try #require(stack.release(at: offset, velocity: 0, inView: []))
          let least = places.map { abs($0.2 - offset) }.min()
          let nearest = places.map(\.2).filter { abs($0 - offset) == least }.max()
          try demand(release.offset == nearest && release.offset >= last, name)
          let named = places.first { $0.2 == release.offset }
          try demand(named?.0 == release.active && named?.1 == release.position, name)
          last = release.offset
        }
      }
    }
  }
}
