import NavModel
import NavCommands
import NavGeometry
import NavInput
import NavScene
import NavSession
import NavSync
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("A daemon that is killed and restarted, as its viewers see it")
struct RestartTests {
  private static let sizes = [CellSize(columns: 80, rows: 24), CellSize(columns: 40, rows: 10)]

  private static func pair() throws -> Network {
    var network = Network(pages: Desk.pages, generator: SplitMix64(seed: 11))
    for size in sizes { network.addViewer(size) }
    try network.run(for: .seconds(2))
    return network
  }

  /// Demands that both viewers show a page of a session with so many operations, and no message.
  private func check(
    _ network: inout Network,
    page: Int,
    version: UInt64,
    message: String? = nil,
    line: Int = #line
  ) throws {
    try network.checkAgreement()
    for viewer in network.viewers {
      let screen = viewer.core.screen(at: network.now)
      try demand(screen.place?.number == page, "\(String(describing: screen.place))", line: line)
      try demand(viewer.core.replica?.version == version, line: line)
      try demand(screen.notice.text == message, "\(screen.notice.text ?? "nothing")", line: line)
      try demand(viewer.core.operations.oldest == nil, line: line)
    }
  }

  @Test("both viewers return to their place, without a message")
  func comesBack() throws {
    var network = try Self.pair()
    network.press("l", "l", at: 0)
    try network.run(for: .seconds(2))
    network.restartDaemon(isMemoryLost: false)
    try network.run(for: .seconds(2))
    try check(&network, page: 3, version: 2)
    #expect(network.viewers[0].core.replica?.epoch == 2)
    network.press("h", at: 1)
    try network.run(for: .seconds(2))
    try check(&network, page: 2, version: 3)
  }

  @Test("keys in flight are performed once, at any stage", arguments: 0...4)
  func keysOnTheirWay(stage: Int) throws {
    var network = try Self.pair()
    network.press("l", at: 0)
    try network.run(for: .seconds(2))
    network.press("l", "l", at: 0)
    // Stages: at the daemon; stored, with the replies in flight; one of the replies arrived.
    if stage > 0 { try network.carry(0, upTo: stage == 1 ? 1 : .max) }
    if stage > 2 { network.turn() }
    if stage > 3 { try network.carry(0, upTo: 1) }
    network.restartDaemon(isMemoryLost: false)
    network.press("l", at: 1)
    try network.run(for: .seconds(8))
    #expect(network.refusals.isEmpty)
    // The key of the viewer that was not connected at that moment was refused, with a message.
    try check(&network, page: 4, version: 3)
  }

  @Test("several restarts in a row, with keys between them")
  func several() throws {
    var network = try Self.pair()
    for round in 1...4 {
      network.press("l", at: round % 2)
      try network.run(for: .milliseconds(700))
      network.restartDaemon(isMemoryLost: false)
      network.pass(.milliseconds(30))
      network.restartDaemon(isMemoryLost: false)
      try network.run(for: .seconds(2))
      try check(&network, page: round + 1, version: UInt64(round))
    }
  }

  @Test("unsaved operations are lost, and both viewers show a message")
  func neverSaved() throws {
    var network = try Self.pair()
    network.press("l", at: 0)
    try network.run(for: .seconds(2))
    network.isDiskWell = false
    network.press("l", "l", at: 0)
    try network.run(for: .seconds(2))
    for viewer in network.viewers {
      #expect(viewer.core.screen(at: network.now).scene?.isUnsaved == true)
    }
    network.isDiskWell = true
    network.restartDaemon(isMemoryLost: false)
    try network.run(for: .seconds(2))
    let lost = "navd was restarted: the last changes are lost"
    try check(&network, page: 2, version: 1, message: lost)
    #expect(network.viewers[0].core.screen(at: network.now).scene?.isUnsaved == false)
  }

  @Test("a session that was never saved is created again under its name, and the viewers stay")
  func sessionNeverSaved() throws {
    var network = Network(pages: Desk.pages, generator: SplitMix64(seed: 11))
    network.isDiskWell = false
    for size in Self.sizes { network.addViewer(size) }
    try network.run(for: .seconds(2))
    network.press("l", at: 0)
    try network.run(for: .seconds(2))
    try check(&network, page: 2, version: 1)
    network.isDiskWell = true
    network.restartDaemon(isMemoryLost: false)
    try network.run(for: .seconds(2))
    let anew = "navd was restarted: the session begins anew"
    try check(&network, page: 1, version: 0, message: anew)
    network.press("l", at: 1)
    try network.run(for: .seconds(6))
    try check(&network, page: 2, version: 1)
  }

  @Test(
    "random keys, losses and kills: all viewers agree, and every key is performed once"
  )
  func converge() throws {
    try forSeeds(400..<520) { generator in
      var network = Network(pages: Desk.pages, generator: generator)
      _ = generator.next()
      for size in Self.sizes { network.addViewer(size) }
      // A session's content is stored with the first turn.
      try network.run(for: .seconds(1))
      network.loss = 10
      for _ in 0..<30 {
        switch generator.int(in: 0...9) {
        case 0: network.restartDaemon(isMemoryLost: false)
        case 1: network.interrupt(generator.int(in: 0...1))
        default:
          let key = generator.pick(["l", "h", "j", "G", "Home"])
          network.press(key, at: generator.int(in: 0...1))
        }
        network.pass(.milliseconds(generator.int(in: 0...200)))
        network.tick()
        for index in 0...1 where !generator.oneIn(4) {
          try network.carry(index, upTo: generator.pick([1, 2, 100]))
        }
        network.turn()
      }
      network.loss = nil
      try network.run(for: .seconds(15))
      try network.checkAgreement()
      let done = try network.truth(Self.sizes[0]).version
      let sent = network.viewers.map { $0.operations.count }.reduce(0, +)
      try demand(done == UInt64(sent), "\(done) of \(sent) operations were done")
      try demand(network.refusals.isEmpty)
    }
  }

  // MARK: One viewer

  private static func attach(of desk: Desk) throws -> Request.Attach {
    guard case .attach(let attach)? = desk.request?.body else { throw WrongRequest() }
    return attach
  }

  private struct WrongRequest: Error {}

  @Test("a viewer names the session that it had joined, unless the daemon may not have saved it")
  func joined() throws {
    let desk = Desk()
    try desk.join()
    for isUnsaved in [false, true, false] {
      desk.isUnsaved = isUnsaved
      desk.seq += 1
      desk.publish(.keyframe(desk.snapshot()))
      #expect(desk.screen().scene?.isUnsaved == isUnsaved)
      desk.reconnect()
      _ = try desk.take()
      let attach = try Self.attach(of: desk)
      #expect(attach.joined == (isUnsaved ? nil : .init(session: 7, epoch: 1)))
      #expect(attach.session == "talk")
      #expect(attach.content == .tour(command: "join"))
      try desk.finishJoin()
    }
  }

  @Test(
    "a session that ended unnoticed and was opened again is reported as another one"
  )
  func endedMeanwhile() throws {
    let desk = Desk()
    try desk.join()
    desk.isUnsaved = true
    desk.seq += 1
    desk.publish(.keyframe(desk.snapshot()))
    _ = desk.screen()
    desk.reconnect()
    _ = try desk.take()
    desk.sessionID = 8
    try desk.finishJoin()
    #expect(
      desk.screen().notice.text == "the session has ended: this is another session of that name"
    )
  }

  @Test(
    "only an older place of the same session is a loss",
    arguments: [(3, 2, true), (3, 3, false), (3, 4, false)]
  )
  func versions(before: Int, after: Int, isLoss: Bool) throws {
    let desk = Desk()
    for _ in 0..<before { try desk.session.perform(.forward, seenIn: Desk.size, at: .zero) }
    try desk.join()
    desk.session = Session(pages: Desk.pages)
    for _ in 0..<after { try desk.session.perform(.forward, seenIn: Desk.size, at: .zero) }
    desk.epoch = 2
    desk.reconnect()
    _ = try desk.take()
    try desk.finishJoin()
    let lost = "navd was restarted: the last changes are lost"
    #expect(desk.screen().notice.text == (isLoss ? lost : nil))
  }

  // MARK: Clicks and drags

  @Test("a click has the epoch of the shown scene; a late one is refused with a message")
  func staleClick() throws {
    let desk = Desk()
    desk.epoch = 41
    try desk.join()
    // Beside the page control.
    desk.click(18, 8)
    let did = try desk.take()
    guard case .sent(.input(let input))? = did.first else { throw WrongRequest() }
    #expect(input.epoch == 41)
    try desk.refuse(.staleView, "an older scene")
    #expect(try desk.take() == [])
    #expect(desk.screen().notice.text == "navd was restarted: do that once more")
    #expect(desk.core.operations.oldest == nil)
    // A command without a container is valid in any epoch.
    try desk.press("l")
    guard case .sent(.input(let key))? = try desk.take().first else { throw WrongRequest() }
    #expect(key.epoch == nil)
  }

  @Test("a new epoch cancels a drag and a press", arguments: [true, false])
  func dragAcrossEpochs(isPanning: Bool) throws {
    let desk = Desk()
    try desk.join()
    desk.mouse(.press, 20, 4)
    if isPanning { desk.mouse(.drag, 24, 4) }
    _ = try desk.take()
    desk.beat(epoch: 2)
    let did = try desk.take()
    let releases = did.filter {
      if case .sent(.input(let input)) = $0, case .release(let release) = input.action {
        release.isCancelled && input.epoch == 1
      } else {
        false
      }
    }
    #expect(releases.count == (isPanning ? 1 : 0))
    // Another press while the shown scene is old.
    desk.mouse(.press, 19, 8)
    desk.epoch = 2
    #expect(try #require(try desk.wait()).did.isAttach)
    try desk.finishJoin()
    desk.mouse(.drag, 28, 4)
    desk.mouse(.release, 19, 8)
    #expect(try desk.take() == [])
  }
}
