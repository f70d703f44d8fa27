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

@Suite("A viewer that has missed an update (proto/README.md: Join, step 4)")
struct BehindTests {
  /// A live viewer that has missed the first of two updates.
  private static func behind(seed: UInt64 = 1) throws -> Desk {
    let desk = Desk(seed: seed)
    try desk.join()
    _ = try desk.update(.forward)
    desk.publish(.update(try desk.update(.forward)))
    return desk
  }

  private static func isBehind(_ desk: Desk) -> Bool {
    if case .behind = desk.core.connection { true } else { false }
  }

  @Test("a viewer that is behind keeps its stream and scene, then attaches without a back-off")
  func attaches() throws {
    var pauses: Set<Duration> = []
    for seed in UInt64(0)..<40 {
      let desk = try Self.behind(seed: seed)
      #expect(Self.isBehind(desk))
      #expect(try desk.take() == [])
      let scene = try #require(desk.screen().scene)
      #expect(scene.currentPage?.title == "Page 1")
      #expect(desk.screen().sync.staleness == nil)
      let next = try #require(try desk.wait())
      #expect(next.did.first == .unsubscribed(desk.attachment.streamTopic))
      #expect(next.did.isAttach)
      #expect(next.after >= .milliseconds(20) && next.after <= .milliseconds(150))
      pauses.insert(next.after)
      #expect(desk.screen().scene == scene)
      try desk.finishJoin()
      #expect(desk.screen().scene == desk.snapshot().scene)
    }
    #expect(pauses.count > 10)
  }

  @Test("with a keyframe the viewer is live again without an attach, and follows later updates")
  func keyframe() throws {
    let desk = try Self.behind()
    desk.pass(.milliseconds(19))
    #expect(try desk.tick() == [])
    desk.publish(.keyframe(desk.snapshot()))
    #expect(desk.isLive)
    #expect(try desk.take() == [])
    #expect(desk.screen().scene == desk.snapshot().scene)
    desk.publish(.update(try desk.update(.back)))
    #expect(desk.isLive)
    #expect(desk.screen().scene == desk.snapshot().scene)
    desk.pass(.milliseconds(200))
    #expect(try desk.tick() == [])
  }

  /// A defect of a keyframe.
  private enum Fault: CaseIterable {
    case older, otherEpoch, wrongHash
  }

  @Test("an outdated or wrong keyframe is ignored", arguments: Fault.allCases)
  private func wrongKeyframe(fault: Fault) throws {
    let desk = try Self.behind()
    var keyframe = desk.snapshot()
    switch fault {
    case .older: keyframe.seq -= 1
    case .otherEpoch: keyframe.epoch -= 1
    case .wrongHash: keyframe.hash &+= 1
    }
    desk.publish(.keyframe(keyframe))
    #expect(Self.isBehind(desk))
    #expect(try #require(try desk.wait()).did.isAttach)
  }

  @Test("a keyframe without an update received meanwhile is ignored")
  func updateInBetween() throws {
    for isCovered in [true, false] {
      let desk = try Self.behind()
      let older = desk.snapshot()
      let update = try desk.update(.back)
      desk.publish(.update(update))
      #expect(Self.isBehind(desk))
      desk.publish(.keyframe(isCovered ? desk.snapshot() : older))
      #expect(desk.isLive == isCovered)
      guard isCovered else { continue }
      #expect(desk.core.replica?.seq == update.seq)
      #expect(desk.screen().scene == desk.snapshot().scene)
    }
  }

  @Test("an update after the snapshot of a join applies, an earlier one is part of it")
  func updateWhileJoining() throws {
    for isBefore in [true, false] {
      let desk = Desk()
      _ = try desk.tick()
      try desk.accept()
      _ = try desk.take()
      let old = desk.snapshot()
      let update = try desk.update(.forward)
      let snapshot = isBefore ? desk.snapshot() : old
      if isBefore { desk.publish(.update(update)) }
      desk.core.receive(.snapshot(snapshot), on: desk.attachment.readyTopic, at: desk.now)
      if !isBefore { desk.publish(.update(update)) }
      #expect(desk.isLive)
      #expect(desk.screen().scene == desk.snapshot().scene)
    }
  }

  @Test("a snapshot older than an update received while joining leaves the viewer behind")
  func oldSnapshot() throws {
    let desk = Desk()
    _ = try desk.tick()
    try desk.accept()
    _ = try desk.take()
    let old = desk.snapshot()
    desk.publish(.update(try desk.update(.forward)))
    desk.core.receive(.snapshot(old), on: desk.attachment.readyTopic, at: desk.now)
    #expect(Self.isBehind(desk))
    desk.publish(.keyframe(desk.snapshot()))
    #expect(desk.isLive)
    #expect(desk.screen().scene == desk.snapshot().scene)
  }

  @Test("an up-to-date viewer ignores a keyframe; one behind without knowing it applies it")
  func keyframeWhileLive() throws {
    let desk = Desk()
    try desk.join()
    let before = desk.core.replica?.seq
    desk.publish(.keyframe(desk.snapshot()))
    #expect(desk.isLive && desk.core.replica?.seq == before)
    _ = try desk.update(.forward)
    desk.publish(.keyframe(desk.snapshot()))
    #expect(desk.isLive)
    #expect(desk.screen().scene == desk.snapshot().scene)
    #expect(desk.core.replica?.seq == desk.seq)
  }

  @Test("a keyframe is a sign of life")
  func life() throws {
    let desk = Desk()
    try desk.join()
    for _ in 0..<5 {
      desk.pass(.seconds(2))
      desk.publish(.keyframe(desk.snapshot()))
      _ = try desk.tick()
      #expect(desk.isLive)
    }
  }

  @Test(
    "after a higher epoch the viewer waits a moment too, but for no keyframe",
    arguments: [true, false]
  )
  func higherEpoch(isBehind: Bool) throws {
    let desk = isBehind ? try Self.behind() : Desk()
    if !isBehind { try desk.join() }
    desk.beat(epoch: 2)
    #expect(try desk.take() == [.unsubscribed(desk.attachment.streamTopic)])
    let next = try #require(try desk.wait())
    #expect(next.did.isAttach)
    #expect(next.after >= .milliseconds(20) && next.after <= .milliseconds(150))
  }

  @Test("a lost connection ends the wait")
  func lost() throws {
    let desk = try Self.behind()
    desk.core.connectionLost(at: desk.now)
    #expect(try desk.take() == [.unsubscribed(desk.attachment.streamTopic)])
    desk.core.connectionFound(at: desk.now)
    #expect(try desk.take().isAttach)
  }

  @Test("meanwhile keys are sent; a click on the old scene is not")
  func keys() throws {
    let desk = try Self.behind()
    try desk.press("l")
    #expect(try desk.take().commands == [.forward])
    desk.click(19, 8)
    #expect(desk.screen().notice.text == "not connected: the click was not sent")
    desk.mouse(.press, 20, 4)
    desk.mouse(.drag, 24, 4)
    desk.mouse(.release, 24, 4)
    #expect(try desk.take() == [])
    #expect(try #require(try desk.wait()).did.isAttach)
    try desk.press("h")
    #expect(try desk.take().commands == [.back])
  }

  @Test("a resize, leaving and the end of the session need no keyframe")
  func otherEnds() throws {
    let resized = try Self.behind()
    resized.core.resize(to: CellSize(columns: 60, rows: 20), at: resized.now)
    #expect(try resized.take().isAttach)
    let left = try Self.behind()
    try left.press("q")
    #expect(try left.take() == [.sent(.leave(viewer: 9)), .exited(ClientExit(.success))])
    let ended = try Self.behind()
    ended.publish(.bye(Bye(reason: .sessionEnded, text: "over")))
    #expect(try ended.take().exit?.code == .success)
    let unknown = try Self.behind()
    unknown.reply(
      to: try #require(unknown.request),
      .failure(Reply.Failure(.unknownViewer, "who?"))
    )
    #expect(try unknown.take().isAttach)
  }
}

@Suite("A viewer whose scene's hash differs from the daemon's (proto/README.md: Hash)")
struct OutOfStepTests {
  private static func wrong(_ update: Update) -> Update {
    var update = update
    update.hash &+= 1
    return update
  }

  /// A viewer that is live again after one wrong hash.
  private static func afterFirstFault() throws -> Desk {
    let desk = Desk()
    try desk.join()
    desk.publish(.update(wrong(try desk.update(.forward))))
    #expect(!desk.isLive)
    #expect(try #require(try desk.wait()).did.isAttach)
    try desk.finishJoin()
    #expect(desk.screen().scene == desk.snapshot().scene)
    #expect(!desk.screen().sync.isOutOfStep)
    return desk
  }

  @Test("the viewer joins again after the first mismatch, and reports the second one")
  func second() throws {
    let desk = try Self.afterFirstFault()
    for _ in 0..<3 {
      desk.publish(.update(Self.wrong(try desk.update(.forward))))
      #expect(desk.isLive)
      #expect(desk.screen().sync.isOutOfStep)
      // Updates that apply are shown.
      #expect(desk.screen().scene == desk.snapshot().scene)
    }
    #expect(try desk.take() == [])
    desk.pass(.seconds(2))
    let health = Request.Health(epoch: 1, seq: desk.seq, isOutOfStep: true)
    #expect(try desk.tick() == [.sent(.alive(viewer: 9, health))])
    // An update that leads to the daemon's hash ends the state.
    desk.publish(.update(try desk.update(.back)))
    #expect(!desk.screen().sync.isOutOfStep)
    desk.publish(.update(Self.wrong(try desk.update(.back))))
    #expect(!desk.isLive)
  }

  @Test("a correct update in between resets the count")
  func notInARow() throws {
    let desk = try Self.afterFirstFault()
    desk.publish(.update(try desk.update(.forward)))
    desk.publish(.update(Self.wrong(try desk.update(.forward))))
    #expect(!desk.isLive)
    #expect(!desk.screen().sync.isOutOfStep)
  }

  @Test("beats count like updates")
  func beats() throws {
    let desk = Desk()
    try desk.join()
    desk.beat(hash: 5)
    #expect(!desk.isLive)
    #expect(try #require(try desk.wait()).did.isAttach)
    try desk.finishJoin()
    for _ in 0..<3 {
      desk.beat(hash: 5)
      #expect(desk.isLive)
      #expect(desk.screen().sync.isOutOfStep)
    }
    #expect(try desk.take() == [])
  }

  @Test("a viewer out of step joins again every 10 s, until its scene is correct")
  func looksAgain() throws {
    let desk = try Self.afterFirstFault()
    desk.publish(.update(Self.wrong(try desk.update(.forward))))
    for isRight in [false, false, true] {
      for second in 1...10 {
        #expect(desk.isLive && desk.screen().sync.isOutOfStep)
        desk.pass(.seconds(1))
        if second < 10 { desk.beat(hash: 5) }
        _ = try desk.tick()
      }
      #expect(!desk.isLive)
      #expect(try #require(try desk.wait()).did.isAttach)
      try desk.accept()
      _ = try desk.take()
      var snapshot = desk.snapshot()
      if !isRight { snapshot.hash &+= 1 }
      desk.core.receive(.snapshot(snapshot), on: desk.attachment.readyTopic, at: desk.now)
      #expect(desk.isLive)
      #expect(desk.screen().sync.isOutOfStep == !isRight)
    }
    _ = try desk.take()
    for _ in 0..<30 {
      desk.pass(.seconds(1))
      desk.beat()
      _ = try desk.tick()
      #expect(desk.isLive)
    }
  }

  @Test("a second snapshot with a wrong hash is shown")
  func snapshots() throws {
    let desk = Desk()
    _ = try desk.tick()
    for round in 1...2 {
      try desk.accept()
      _ = try desk.take()
      var snapshot = desk.snapshot()
      snapshot.hash &+= 1
      desk.core.receive(.snapshot(snapshot), on: desk.attachment.readyTopic, at: desk.now)
      #expect(desk.isLive == (round == 2))
      _ = try desk.take()
      if round == 1 { #expect(try #require(try desk.wait()).did.isAttach) }
    }
    #expect(desk.screen().scene == desk.snapshot().scene)
    #expect(desk.screen().sync.isOutOfStep)
  }

  @Test("an update that can't be applied is never shown, even if repeated")
  func structure() throws {
    let desk = try Self.afterFirstFault()
    for _ in 0..<3 {
      let scene = desk.screen().scene
      var update = try desk.update(.forward)
      let change = SceneChange.removeContainer(ContainerID(rawValue: 4_000_000))
      update.timeline = Timeline(last: 0, changes: [FramedChange(frame: 0, change: change)])
      desk.publish(.update(update))
      #expect(!desk.isLive)
      #expect(desk.screen().scene == scene)
      #expect(try #require(try desk.wait()).did.isAttach)
      try desk.finishJoin()
      #expect(desk.screen().scene == desk.snapshot().scene)
    }
  }
}
