import NavLayout
import NavScene
import NavTestKit
import Testing

@Suite("TableMotion: the original's scrolling")
struct TableMotionTests {
  @Test("TW-12: an animated scroll keeps 0.88 of its distance in each frame, and stops below 0.1")
  func way() {
    for (start, target) in [(0.0, 100.0), (100, 0), (3, 3.2), (-50, 1e6)] {
      let way = TableMotion.way(from: start, to: target, .points)
      var offset = start
      for (frame, value) in way.dropLast().enumerated() {
        offset = 0.88 * offset + 0.12 * target
        #expect(abs(offset - value) < 1e-6, "frame \(frame)")
        #expect(abs(value - target) >= 0.1)
      }
      #expect(way.last == target)
      #expect(abs(0.88 * offset + 0.12 * target - target) < 0.1)
    }
    #expect(TableMotion.way(from: 1, to: 1.0999, .points) == [])
    #expect(TableMotion.way(from: 5, to: 5, .cells) == [])
    #expect(TableMotion.way(from: 0, to: 1e12, .points).count == Limits.frames)
  }

  @Test("TW-12: a released scroll loses 0.12 of its speed in each frame")
  func coast() {
    var (speed, way) = (6_000.0 / 60, 0.0)
    for _ in 0..<2_000 {
      speed *= 0.88
      way += speed
    }
    #expect(abs(TableMotion.coast(at: 6_000) - way) < 1e-9)
    #expect(TableMotion.coast(at: -6_000) == -TableMotion.coast(at: 6_000))
  }

  @Test("TW-12: the resistance to pulling grows with the distance; pulling back has none")
  func pull() {
    #expect(TableMotion.pull(0, by: 10, .points) == 10)
    let e = 2.718281828459045
    #expect(abs(TableMotion.pull(30, by: 10, .points) - (30 + 10 / e)) < 1e-12)
    #expect(abs(TableMotion.pull(-30, by: -10, .points) - (-30 - 10 / e)) < 1e-12)
    #expect(TableMotion.pull(30, by: -10, .points) == 20)
    #expect(TableMotion.pull(-30, by: 10, .points) == -20)
  }

  @Test("TW-12: a page key scrolls nine tenths of the viewport")
  func pages() {
    #expect(TableMotion.pageStep(height: 480) == 432)
    #expect(TableMotion.pageStep(height: 0) == 0)
  }

  @Test("TW-12: a dragged row scrolls within 25 of an edge, at most 10 a frame")
  func dragging() {
    let table: [(y: Double, step: Double)] = [
      (-40, -10), (0, -10), (12.5, -5), (25, 0), (26, 0), (74, 0), (75, 0), (87.5, 5), (100, 10),
      (140, 10),
    ]
    for (y, step) in table {
      #expect(TableMotion.dragStep(at: y, height: 100, .points) == step, "\(y)")
    }
    #expect(TableMotion.dragStep(at: 3, height: 0, .points) == 0)
    #expect(TableMotion.dragStep(at: 0, height: 1, .cells) == -1)
  }
}
