import NavGeometry
import NavScene
import NavWire
import Testing

@testable import NavViewer

/// Windows that are resized by dragging.
@Suite struct ResizeTests {
  /// A resize is requested at once, then every 60 ms at most; the last request has the last size.
  @Test func manySizesCauseFewRequests() throws {
    let desk = Desk()
    try desk.join()
    var asked: [CellSize] = []
    for step in 1...1000 {
      let size = CellSize(columns: 40 + step % 97, rows: 10 + step % 31)
      desk.core.resize(to: size, at: desk.now)
      asked += try answer(desk)
      desk.pass(.milliseconds(1))
    }
    let last = CellSize(columns: 77, rows: 22)
    desk.core.resize(to: last, at: desk.now)
    asked += try answer(desk)
    while asked.last != last {
      let next = desk.core.nextWake(at: desk.now)
      let wake = try #require(next)
      #expect(wake - desk.now <= ResizePace.pause)
      desk.pass(max(.zero, wake - desk.now))
      asked += try answer(desk)
    }
    #expect(asked.first == CellSize(columns: 41, rows: 11))
    #expect((2...1001 / 60 + 3).contains(asked.count), "\(asked.count)")
    #expect(desk.screen().scene?.viewport == last)
  }

  @Test func aWindowBackAtItsSizeSendsNothing() throws {
    let desk = Desk()
    try desk.join()
    let other = CellSize(columns: 60, rows: 20)
    desk.core.resize(to: other, at: desk.now)
    #expect(try answer(desk) == [other])
    desk.pass(.milliseconds(10))
    desk.core.resize(to: Desk.size, at: desk.now)
    desk.core.resize(to: other, at: desk.now)
    #expect(try answer(desk) == [])
    desk.pass(ResizePace.pause)
    #expect(try answer(desk) == [])
    #expect(desk.screen().scene?.viewport == other)
  }

  /// Answers the client's present requests as the daemon.
  ///
  /// - Returns: the sizes that it attached with.
  private func answer(_ desk: Desk) throws -> [CellSize] {
    let sizes = try desk.tick().compactMap { did -> CellSize? in
      guard case .sent(.attach(let attach)) = did else { return nil }
      return attach.viewport
    }
    for size in sizes { try desk.finishJoin(in: size) }
    return sizes
  }
}
