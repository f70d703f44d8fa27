import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("A daemon that is killed and restarted, as its viewers see it")
struct RestartTests {
  private static let sizes = [CellSize(columns: 80, rows: 24), CellSize(columns: 40, rows: 10)]

  private static func pair() throws -> ConnectedCores {
    // Pages that fit: keys would show the rest of a longer one before they turn it.
    let pages = PageContent.numbered(5, rows: 3, long: 1, 3)
    var cores = ConnectedCores(pages: pages, generator: SplitMix64(seed: 11))
    for size in sizes { cores.addViewer(size) }
    try cores.run(for: .seconds(2))
    return cores
  }

  /// Demands that both viewers show a page of a session with so many operations, and no message.
  private func check(
    _ cores: inout ConnectedCores,
    page: Int,
    version: UInt64,
    message: String? = nil,
    line: Int = #line
  ) throws {
    try cores.checkAgreement()
    for viewer in cores.viewers {
      let screen = viewer.core.screen(at: cores.now)
      let place = screen.places?.place
      try demand(place?.number == page, "\(String(describing: place))", line: line)
      try demand(viewer.core.replica?.version == version, line: line)
      try demand(screen.notice.text == message, "\(screen.notice.text ?? "nothing")", line: line)
      try demand(viewer.core.operations.oldest == nil, line: line)
    }
  }

  @Test("both viewers return to their place, without a message")
  func comesBack() throws {
    var cores = try Self.pair()
    cores.press("l", "l", at: 0)
    try cores.run(for: .seconds(2))
    cores.restartDaemon(isMemoryLost: false)
    try cores.run(for: .seconds(2))
    try check(&cores, page: 3, version: 2)
    #expect(cores.viewers[0].core.replica?.epoch == 2)
    cores.press("h", at: 1)
    try cores.run(for: .seconds(2))
    try check(&cores, page: 2, version: 3)
  }

  @Test("keys in flight are performed once, at any stage", arguments: 0...4)
  func keysOnTheirWay(stage: Int) throws {
    var cores = try Self.pair()
    cores.press("l", at: 0)
    try cores.run(for: .seconds(2))
    cores.press("l", "l", at: 0)
    // Stages: at the daemon; stored, with the replies in flight; one of the replies arrived.
    if stage > 0 { try cores.carry(0, upTo: stage == 1 ? 1 : .max) }
    if stage > 2 { cores.turn() }
    if stage > 3 { try cores.carry(0, upTo: 1) }
    cores.restartDaemon(isMemoryLost: false)
    cores.press("l", at: 1)
    try cores.run(for: .seconds(8))
    #expect(cores.refusals.isEmpty)
    // The key of the viewer that was not connected at that moment waited for the connection.
    try check(&cores, page: 5, version: 4)
  }

  @Test("several restarts in a row, with keys between them")
  func several() throws {
    var cores = try Self.pair()
    for round in 1...4 {
      cores.press("l", at: round % 2)
      try cores.run(for: .milliseconds(700))
      cores.restartDaemon(isMemoryLost: false)
      cores.pass(.milliseconds(30))
      cores.restartDaemon(isMemoryLost: false)
      try cores.run(for: .seconds(2))
      try check(&cores, page: round + 1, version: UInt64(round))
    }
  }

  @Test("unsaved operations are lost, and both viewers show a message")
  func neverSaved() throws {
    var cores = try Self.pair()
    cores.press("l", at: 0)
    try cores.run(for: .seconds(2))
    cores.isDiskWell = false
    cores.press("l", "l", at: 0)
    try cores.run(for: .seconds(2))
    for viewer in cores.viewers {
      #expect(viewer.core.screen(at: cores.now).scene?.isUnsaved == true)
    }
    cores.isDiskWell = true
    cores.restartDaemon(isMemoryLost: false)
    try cores.run(for: .seconds(2))
    let lost = "navd was restarted: the last changes are lost"
    try check(&cores, page: 2, version: 1, message: lost)
    #expect(cores.viewers[0].core.screen(at: cores.now).scene?.isUnsaved == false)
  }

  @Test("a session that was never saved is created again under its name, and the viewers stay")
  func sessionNeverSaved() throws {
    var cores = ConnectedCores(pages: SteppedViewer.pages, generator: SplitMix64(seed: 11))
    cores.isDiskWell = false
    for size in Self.sizes { cores.addViewer(size) }
    try cores.run(for: .seconds(2))
    cores.press("l", at: 0)
    try cores.run(for: .seconds(2))
    try check(&cores, page: 2, version: 1)
    cores.isDiskWell = true
    cores.restartDaemon(isMemoryLost: false)
    try cores.run(for: .seconds(2))
    let anew = "navd was restarted: the session begins anew"
    try check(&cores, page: 1, version: 0, message: anew)
    cores.press("l", at: 1)
    try cores.run(for: .seconds(6))
    try check(&cores, page: 2, version: 1)
  }

  @Test(
    "random keys, losses and kills: all viewers agree, and every key is performed once"
  )
  func converge() throws {
    try forSeeds(400..<520) { generator in
      var cores = ConnectedCores(pages: SteppedViewer.pages, generator: generator)
      _ = generator.next()
      for size in Self.sizes { cores.addViewer(size) }
      // A session's content is stored with the first turn.
      try cores.run(for: .seconds(1))
      cores.loss = 10
      for _ in 0..<30 {
        switch generator.int(in: 0...9) {
        case 0: cores.restartDaemon(isMemoryLost: false)
        case 1: cores.interrupt(generator.int(in: 0...1))
        default:
          let key = generator.pick(["l", "h", "j", "G", "Home"])
          cores.press(key, at: generator.int(in: 0...1))
        }
        cores.pass(.milliseconds(generator.int(in: 0...200)))
        cores.tick()
        for index in 0...1 where !generator.oneIn(4) {
          try cores.carry(index, upTo: generator.pick([1, 2, 100]))
        }
        cores.turn()
      }
      cores.loss = nil
      try cores.run(for: .seconds(15))
      try cores.checkAgreement()
      let done = try cores.truth(Self.sizes[0]).version
      let sent = cores.viewers.map { $0.operations.count }.reduce(0, +)
      try demand(done == UInt64(sent), "\(done) of \(sent) operations were done")
      try demand(cores.refusals.isEmpty)
    }
  }

  // MARK: One viewer

  @Test("a viewer names the session that it had joined, unless the daemon may not have saved it")
  func joined() throws {
    let viewer = try SteppedViewer().joined()
    for isUnsaved in [false, true, false] {
      viewer.isUnsaved = isUnsaved
      viewer.seq += 1
      viewer.publish(.keyframe(viewer.snapshot()))
      #expect(viewer.screen().scene?.isUnsaved == isUnsaved)
      viewer.reconnect()
      let attach = try #require(viewer.take().attaches.first)
      #expect(attach.joined == (isUnsaved ? nil : .init(session: 7, epoch: 1)))
      #expect(attach.session == "talk")
      #expect(attach.content == .tour(command: "join"))
      try viewer.finishJoin()
    }
  }

  @Test(
    "a session that ended unnoticed and was opened again is reported as another one"
  )
  func endedMeanwhile() throws {
    let viewer = try SteppedViewer().joined()
    viewer.isUnsaved = true
    viewer.seq += 1
    viewer.publish(.keyframe(viewer.snapshot()))
    _ = viewer.screen()
    viewer.reconnect()
    _ = try viewer.take()
    viewer.sessionID = 8
    try viewer.finishJoin()
    #expect(
      viewer.screen().notice.text == "the session has ended: this is another session of that name"
    )
  }

  @Test(
    "only an older place of the same session is a loss",
    arguments: [(3, 2, true), (3, 3, false), (3, 4, false)]
  )
  func versions(before: Int, after: Int, isLoss: Bool) throws {
    let viewer = SteppedViewer()
    for _ in 0..<before {
      try viewer.session.perform(.forward, seenIn: SteppedViewer.size, at: .zero)
    }
    try viewer.join()
    viewer.session = Session(pages: SteppedViewer.pages)
    for _ in 0..<after {
      try viewer.session.perform(.forward, seenIn: SteppedViewer.size, at: .zero)
    }
    viewer.epoch = 2
    try viewer.rejoin()
    let lost = "navd was restarted: the last changes are lost"
    #expect(viewer.screen().notice.text == (isLoss ? lost : nil))
  }

  // MARK: Clicks and drags

  @Test("a click has the epoch of the shown scene; a late one is refused with a message")
  func staleClick() throws {
    let viewer = SteppedViewer()
    viewer.epoch = 41
    try viewer.join()
    // Beside the page control.
    viewer.click(18, 8)
    #expect(try viewer.take().inputs.map(\.epoch) == [41])
    try viewer.refuse(.staleView, "an older scene")
    #expect(try viewer.take() == [])
    #expect(viewer.screen().notice.text == "navd was restarted: do that once more")
    #expect(viewer.core.operations.oldest == nil)
    // A command without a container is valid in any epoch.
    try viewer.press("l")
    #expect(try viewer.take().inputs.map(\.epoch) == [nil])
  }

  @Test("a new epoch cancels a drag and a press", arguments: [true, false])
  func dragAcrossEpochs(isPanning: Bool) throws {
    let viewer = try SteppedViewer().joined()
    viewer.mouse(.press, 20, 4)
    if isPanning { viewer.mouse(.drag, 24, 4) }
    _ = try viewer.take()
    viewer.beat(epoch: 2)
    let cancels: [Bool] = try viewer.take().inputs.map {
      guard case .release(let release) = $0.action else { return false }
      return release.isCancelled && $0.epoch == 1
    }
    #expect(cancels == (isPanning ? [true] : []))
    // Another press while the shown scene is old.
    viewer.mouse(.press, 19, 8)
    viewer.epoch = 2
    #expect(try #require(try viewer.wait()).did.isAttach)
    try viewer.finishJoin()
    viewer.mouse(.drag, 28, 4)
    viewer.mouse(.release, 19, 8)
    #expect(try viewer.take() == [])
  }
}
