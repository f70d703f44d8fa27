import NavBase
import NavEngine
import NavScene
import Testing

/// A header with titles of very unequal widths: it scrolls by cells, not by columns.
@Suite("Pagers with tabs: scrolling the header in cells")
struct TabbedStripCellsTests {
  /// One wide title and three narrow ones in turn.
  private static let columns = OptionColumns(
    (0..<30).map { String(repeating: "t", count: $0.isMultiple(of: 4) ? 50 : 2) }
  )
  private static let rooms = [23, 40, 57, 80, 133]
  /// More frames than any motion has.
  private static let frames = 61

  private static func header(_ width: Int) -> PagerHeaderLayout {
    PagerHeaderLayout(columns, .options, room: CellSize(columns: width, rows: 24))
  }

  /// A centred header under a pan that has just begun.
  private static func held(in header: PagerHeaderLayout, on page: Int) -> HeaderScroll {
    var strip = HeaderScroll()
    strip.beginPan(at: header.place(at: header.offset(at: Double(page)), centredOn: page))
    return strip
  }

  /// Moves the header by a pan.
  private static func pan(
    _ strip: inout HeaderScroll,
    by distance: Double,
    in header: PagerHeaderLayout,
    on page: Int
  ) throws {
    let held = strip.held
    let start = try #require(held).start
    strip.pan(to: header.place(panning: start, by: distance, centredOn: page))
  }

  /// Releases the header with the velocity of the pan, at time 0.
  ///
  /// - Returns: the offset at which it should come to rest in that layout.
  private static func release(
    _ strip: inout HeaderScroll,
    velocity: Double,
    in header: PagerHeaderLayout,
    on page: Int
  ) throws -> Double {
    let pan = strip.held
    let held = try #require(pan).place
    let centred = header.leftColumn(centredOn: Double(page))
    strip.release(velocity: velocity, in: header, centredOn: page, at: .zero)
    return header.flick(from: centred + held.shift, velocity: velocity, at: .zero).target
  }

  /// Returns the offsets in the frames from 0 to one after the rest.
  private static func offsets(
    of strip: HeaderScroll,
    in header: PagerHeaderLayout,
    on page: Int
  ) -> [Double] {
    (0...frames + 1).map {
      strip.offset(in: header, whilePagesAreAt: Double(page), at: FrameTime.start(of: $0))
    }
  }

  private static func steps(_ offsets: [Double]) -> [Double] {
    zip(offsets, offsets.dropFirst()).map { $1 - $0 }
  }

  /// Returns whether steps have one direction and none is longer than the one before it.
  private static func getSlower(_ steps: [Double]) -> Bool {
    let lengths = steps.map(abs)
    return (steps.allSatisfy { $0 >= -1e-9 } || steps.allSatisfy { $0 <= 1e-9 })
      && zip(lengths, lengths.dropFirst()).allSatisfy { $1 <= $0 + 1e-9 }
  }

  // MARK: Flicks

  @Test(
    "SV-5: over unequal titles a flick never speeds up, in any viewer",
    arguments: [-2_000, -400, -90, 0, 90, 400, 2_000] as [Double],
    [0, 3, 11, 14, 20, 29]
  )
  func flick(velocity: Double, page: Int) throws {
    for width in Self.rooms {
      let own = Self.header(width)
      for distance in [-15.0, 0, 15] {
        var strip = Self.held(in: own, on: page)
        try Self.pan(&strip, by: distance, in: own, on: page)
        let before = strip
        let target = try Self.release(&strip, velocity: velocity, in: own, on: page)
        for room in Self.rooms {
          let seen = Self.header(room)
          let offsets = Self.offsets(of: strip, in: seen, on: page)
          let held = before.offset(in: seen, whilePagesAreAt: Double(page), at: .zero)
          let text: Comment = "\(distance) in \(width), seen in \(room)"
          #expect(isNear(offsets[0], held), text)
          #expect(Self.getSlower(Self.steps(offsets)), text)
          if room == width { #expect(isNear(offsets[Self.frames], target), text) }
        }
      }
    }
  }

  @Test(
    "D-19: a flick begins with the finger's speed, and nobody waits for its last cell",
    arguments: [2, 7, 10, 30, 90, 200] as [Double]
  )
  func flickInCells(speed: Double) throws {
    let header = Self.header(80)
    let start = header.offset(at: 14)
    for velocity in [-speed, speed] {
      var strip = Self.held(in: header, on: 14)
      _ = try Self.release(&strip, velocity: velocity, in: header, on: 14)
      let offsets = Self.offsets(of: strip, in: header, on: 14)
      let distance = offsets[Self.frames] - start
      // SV-5: half of the distance of one second at that speed, less the part that is too slow to
      // be visible.
      #expect(abs(distance - velocity / 2) < 0.5)
      // It loses the same speed in every moment, down to a cell in six frames.
      let landing = min(speed, 10)
      let duration = 2 * abs(distance) / (speed + landing)
      for frame in 0...Self.frames {
        let time = min(Double(frame) / 60, duration)
        let expected = speed * time - (speed - landing) * time * time / (2 * duration)
        #expect(abs(abs(offsets[frame] - start) - expected) < 1e-6, "frame \(frame)")
      }
      let last = offsets.filter { (0.5..<1.5).contains(abs($0 - offsets[Self.frames])) }
      #expect(Double(last.count) <= 60 / landing + 1)
    }
  }

  @Test("a header that returns to the centre, or to its last position, slows down")
  func returns() throws {
    for width in Self.rooms {
      let header = Self.header(width)
      for distance in [-300.0, -31, 44, 300] {
        var held = Self.held(in: header, on: 14)
        try Self.pan(&held, by: distance, in: header, on: 14)
        var cancelled = held
        cancelled.cancelPan(at: .zero)
        var recentred = held
        recentred.recentre(at: .zero, countedFrom: 14, whilePagesAreAt: 14)
        for strip in [cancelled, recentred] {
          let offsets = Self.offsets(of: strip, in: header, on: 14)
          #expect(Self.getSlower(Self.steps(offsets)), "\(distance) in \(width)")
          #expect(isNear(offsets[Self.frames], header.offset(at: 14)))
        }
      }
    }
  }

  // MARK: Ends

  /// Returns the offset of a bar pulled so far beyond an end, by SV-4's formula.
  private static func stretch(_ pull: Double, in header: PagerHeaderLayout) -> Double {
    header.viewport * (1 - 1 / (pull * 0.55 / header.viewport + 1))
  }

  /// Returns the legal offset at an end, and the sign of a movement beyond it.
  private static func end(of header: PagerHeaderLayout, isRight: Bool) -> (Double, Double) {
    isRight ? (header.widths.total - header.viewport, 1) : (0, -1)
  }

  @Test(
    "SV-4: beyond both ends a drag meets growing resistance",
    arguments: [false, true]
  )
  func rubberBand(isRight: Bool) throws {
    for (width, page) in (20...140).flatMap({ width in [0, 14, 29].map { (width, $0) } }) {
      let header = Self.header(width)
      let (end, sign) = Self.end(of: header, isRight: isRight)
      let distance = end - header.offset(at: Double(page))
      var strip = Self.held(in: header, on: page)
      // Returns the distance beyond the end; negative inside.
      func beyond(_ pull: Double) throws -> Double {
        try Self.pan(&strip, by: distance + sign * pull, in: header, on: page)
        let offset = strip.offset(in: header, whilePagesAreAt: Double(page), at: .zero)
        return (offset - end) * sign
      }
      let places = try (0...12).map { try beyond(4 * Double($0)) }
      for (index, place) in places.enumerated() {
        let expected = Self.stretch(4 * Double(index), in: header)
        #expect(abs(place - expected) < 1e-6, "page \(page) in \(width)")
      }
      let steps = Self.steps(places)
      #expect(steps.allSatisfy { $0 > 0 } && Self.getSlower(steps) && steps[0] < 4 * 0.55)
      // Back at the end, and a cell inside.
      let back = try beyond(0)
      let inside = try beyond(-1)
      #expect(abs(back) < 1e-6 && abs(inside + 1) < 1e-6, "page \(page) in \(width)")
    }
  }

  @Test(
    "SV-4, ZXQ-8: a header released beyond an end returns to it, at any speed",
    arguments: [0, 60, 5_000] as [Double],
    [false, true]
  )
  func comesBack(speed: Double, isRight: Bool) throws {
    for (width, page) in Self.rooms.flatMap({ width in [0, 14, 29].map { (width, $0) } }) {
      let header = Self.header(width)
      let (end, sign) = Self.end(of: header, isRight: isRight)
      let distance = end - header.offset(at: Double(page)) + sign * 40
      var strip = Self.held(in: header, on: page)
      try Self.pan(&strip, by: distance, in: header, on: page)
      let target = try Self.release(&strip, velocity: sign * speed, in: header, on: page)
      #expect(isNear(target, end))
      let offsets = Self.offsets(of: strip, in: header, on: page)
      #expect(abs((offsets[0] - end) * sign - Self.stretch(40, in: header)) < 1e-6)
      #expect(Self.getSlower(Self.steps(offsets)), "in \(width) on \(page)")
      #expect(isNear(offsets[Self.frames], end) && isNear(offsets[Self.frames + 1], end))
      strip.settle(at: FrameTime.start(of: Self.frames))
      #expect(strip.motion == nil && !strip.isHeld)
    }
  }

  @Test("SV-11: a pan stops a header beyond an end there, and pulls on from there")
  func caughtBeyond() throws {
    for (width, isRight) in Self.rooms.flatMap({ [($0, false), ($0, true)] }) {
      let header = Self.header(width)
      let page = isRight ? 29 : 0
      let (end, sign) = Self.end(of: header, isRight: isRight)
      var strip = Self.held(in: header, on: page)
      try Self.pan(&strip, by: sign * 40, in: header, on: page)
      _ = try Self.release(&strip, velocity: 0, in: header, on: page)
      let now = FrameTime.start(of: 5)
      let seen = strip.offset(in: header, whilePagesAreAt: Double(page), at: now)
      #expect((seen - end) * sign > 1)
      strip.beginPan(at: header.place(at: seen, centredOn: page))
      let caught = strip.offset(in: header, whilePagesAreAt: Double(page), at: now)
      #expect(abs(caught - seen) < 1e-6, "in \(width)")
      try Self.pan(&strip, by: sign * 5, in: header, on: page)
      let farther = strip.offset(in: header, whilePagesAreAt: Double(page), at: now)
      #expect((farther - seen) * sign > 0 && (farther - seen) * sign < 5 * 0.55)
      // Cancelled, it returns to the end and no further.
      strip.cancelPan(at: now)
      let rest = strip.offset(in: header, whilePagesAreAt: Double(page), at: .seconds(1))
      #expect(isNear(rest, end))
    }
  }

  @Test("a pull shows in a bar at its end, and in no other")
  func pullElsewhere() throws {
    let narrow = Self.header(40)
    let wide = Self.header(900)
    // The left end of the narrow bar, from its middle.
    var strip = Self.held(in: narrow, on: 14)
    try Self.pan(&strip, by: -narrow.offset(at: 14) - 30, in: narrow, on: 14)
    let pulled = strip.offset(in: narrow, whilePagesAreAt: 14, at: .zero)
    #expect(abs(pulled + Self.stretch(30, in: narrow)) < 1e-6)
    // A bar that shows all its columns does not move.
    #expect(!wide.scrolls)
    #expect(strip.offset(in: wide, whilePagesAreAt: 14, at: .zero) == 0)
    // A bar whose active page is further right has columns left to show.
    let inside = strip.offset(in: narrow, whilePagesAreAt: 20, at: .zero)
    #expect(inside > 0)
    #expect(isNear(inside, narrow.offset(forLeftColumn: Self.column(of: strip, in: narrow))))
  }

  /// Returns the column at the left edge of a held header while the pages are at the 21st.
  private static func column(of strip: HeaderScroll, in header: PagerHeaderLayout) -> Double {
    header.leftColumn(centredOn: 20) + (strip.held?.place.shift ?? 0)
  }
}
