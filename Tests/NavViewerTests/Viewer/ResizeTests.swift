import NavBase
import NavScene
import NavWire
import Testing

@testable import NavViewer

/// Windows that are resized by dragging.
@Suite struct ResizeTests {
  /// A resize is requested at once, then every 60 ms at most; the last request has the last size.
  @Test func manySizesCauseFewRequests() throws {
    let viewer = try SteppedViewer().joined()
    var asked: [CellSize] = []
    for step in 1...1000 {
      let size = CellSize(columns: 40 + step % 97, rows: 10 + step % 31)
      viewer.core.resize(to: size, at: viewer.now)
      asked += try answer(viewer)
      viewer.pass(.milliseconds(1))
    }
    let last = CellSize(columns: 77, rows: 22)
    viewer.core.resize(to: last, at: viewer.now)
    asked += try answer(viewer)
    while asked.last != last {
      let next = viewer.core.nextWake(at: viewer.now)
      let wake = try #require(next)
      #expect(wake - viewer.now <= ResizePace.pause)
      viewer.pass(max(.zero, wake - viewer.now))
      asked += try answer(viewer)
    }
    #expect(asked.first == CellSize(columns: 41, rows: 11))
    #expect((2...1001 / 60 + 3).contains(asked.count), "\(asked.count)")
    #expect(viewer.screen().scene?.viewport == last)
  }

  @Test func aWindowBackAtItsSizeSendsNothing() throws {
    let viewer = try SteppedViewer().joined()
    let other = CellSize(columns: 60, rows: 20)
    viewer.core.resize(to: other, at: viewer.now)
    #expect(try answer(viewer) == [other])
    viewer.pass(.milliseconds(10))
    viewer.core.resize(to: SteppedViewer.size, at: viewer.now)
    viewer.core.resize(to: other, at: viewer.now)
    #expect(try answer(viewer) == [])
    viewer.pass(ResizePace.pause)
    #expect(try answer(viewer) == [])
    #expect(viewer.screen().scene?.viewport == other)
  }

  /// Answers the client's present requests as the daemon.
  ///
  /// - Returns: the sizes that it attached with.
  private func answer(_ viewer: SteppedViewer) throws -> [CellSize] {
    let sizes = try viewer.tick().compactMap { did -> CellSize? in
      guard case .sent(.attach(let attach)) = did else { return nil }
      return attach.viewport
    }
    for size in sizes { try viewer.finishJoin(in: size) }
    return sizes
  }
}
