import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("A viewer that has missed an update (proto/README.md: Join, step 4)")
struct BehindTests {
  /// A live viewer that has missed the first of two updates.
  private static func behind(seed: UInt64 = 1) throws -> SteppedViewer {
    let viewer = try SteppedViewer(seed: seed).joined()
    _ = try viewer.update(.forward)
    viewer.publish(.update(try viewer.update(.forward)))
    return viewer
  }

  private static func isBehind(_ viewer: SteppedViewer) -> Bool {
    if case .behind = viewer.core.connection { true } else { false }
  }

  @Test("a viewer that is behind keeps its stream and scene, then attaches without a back-off")
  func attaches() throws {
    var pauses: Set<Duration> = []
    for seed in UInt64(0)..<40 {
      let viewer = try Self.behind(seed: seed)
      #expect(Self.isBehind(viewer))
      #expect(try viewer.take() == [])
      let scene = try #require(viewer.screen().scene)
      #expect(scene.currentPage?.title == "Page 1")
      #expect(viewer.screen().sync.staleness == nil)
      let next = try #require(try viewer.wait())
      #expect(next.did.first == .unsubscribed(viewer.attachment.streamTopic))
      #expect(next.did.isAttach)
      #expect(next.after >= .milliseconds(20) && next.after <= .milliseconds(150))
      pauses.insert(next.after)
      #expect(viewer.screen().scene == scene)
      try viewer.finishJoin()
      #expect(viewer.screen().scene == viewer.snapshot().scene)
    }
    #expect(pauses.count > 10)
  }

  @Test("with a keyframe the viewer is live again without an attach, and follows later updates")
  func keyframe() throws {
    let viewer = try Self.behind()
    #expect(try viewer.tick(after: .milliseconds(19)) == [])
    viewer.publish(.keyframe(viewer.snapshot()))
    #expect(viewer.isLive)
    #expect(try viewer.take() == [])
    #expect(viewer.screen().scene == viewer.snapshot().scene)
    viewer.publish(.update(try viewer.update(.back)))
    #expect(viewer.isLive)
    #expect(viewer.screen().scene == viewer.snapshot().scene)
    #expect(try viewer.tick(after: .milliseconds(200)) == [])
  }

  /// A defect of a keyframe.
  private enum Fault: CaseIterable {
    case older, otherEpoch, wrongHash
  }

  @Test("an outdated or wrong keyframe is ignored", arguments: Fault.allCases)
  private func wrongKeyframe(fault: Fault) throws {
    let viewer = try Self.behind()
    var keyframe = viewer.snapshot()
    switch fault {
    case .older: keyframe.seq -= 1
    case .otherEpoch: keyframe.epoch -= 1
    case .wrongHash: keyframe.hash &+= 1
    }
    viewer.publish(.keyframe(keyframe))
    #expect(Self.isBehind(viewer))
    #expect(try #require(try viewer.wait()).did.isAttach)
  }

  @Test("a keyframe without an update received meanwhile is ignored")
  func updateInBetween() throws {
    for isCovered in [true, false] {
      let viewer = try Self.behind()
      let older = viewer.snapshot()
      let update = try viewer.update(.back)
      viewer.publish(.update(update))
      #expect(Self.isBehind(viewer))
      viewer.publish(.keyframe(isCovered ? viewer.snapshot() : older))
      #expect(viewer.isLive == isCovered)
      guard isCovered else { continue }
      #expect(viewer.core.replica?.seq == update.seq)
      #expect(viewer.screen().scene == viewer.snapshot().scene)
    }
  }

  @Test("an update after the snapshot of a join applies, an earlier one is part of it")
  func updateWhileJoining() throws {
    for isBefore in [true, false] {
      let viewer = try SteppedViewer().accepted()
      let old = viewer.snapshot()
      let update = try viewer.update(.forward)
      let snapshot = isBefore ? viewer.snapshot() : old
      if isBefore { viewer.publish(.update(update)) }
      viewer.send(snapshot)
      if !isBefore { viewer.publish(.update(update)) }
      #expect(viewer.isLive)
      #expect(viewer.screen().scene == viewer.snapshot().scene)
    }
  }

  @Test("a snapshot older than an update received while joining leaves the viewer behind")
  func oldSnapshot() throws {
    let viewer = try SteppedViewer().accepted()
    let old = viewer.snapshot()
    viewer.publish(.update(try viewer.update(.forward)))
    viewer.send(old)
    #expect(Self.isBehind(viewer))
    viewer.publish(.keyframe(viewer.snapshot()))
    #expect(viewer.isLive)
    #expect(viewer.screen().scene == viewer.snapshot().scene)
  }

  @Test("an up-to-date viewer ignores a keyframe; one behind without knowing it applies it")
  func keyframeWhileLive() throws {
    let viewer = try SteppedViewer().joined()
    let before = viewer.core.replica?.seq
    viewer.publish(.keyframe(viewer.snapshot()))
    #expect(viewer.isLive && viewer.core.replica?.seq == before)
    _ = try viewer.update(.forward)
    viewer.publish(.keyframe(viewer.snapshot()))
    #expect(viewer.isLive)
    #expect(viewer.screen().scene == viewer.snapshot().scene)
    #expect(viewer.core.replica?.seq == viewer.seq)
  }

  @Test("a keyframe is a sign of life")
  func life() throws {
    let viewer = try SteppedViewer().joined()
    for _ in 0..<5 {
      viewer.pass(.seconds(2))
      viewer.publish(.keyframe(viewer.snapshot()))
      _ = try viewer.tick()
      #expect(viewer.isLive)
    }
  }

  @Test(
    "after a higher epoch the viewer waits a moment too, but for no keyframe",
    arguments: [true, false]
  )
  func higherEpoch(isBehind: Bool) throws {
    let viewer = isBehind ? try Self.behind() : SteppedViewer()
    if !isBehind { try viewer.join() }
    viewer.beat(epoch: 2)
    #expect(try viewer.take() == [.unsubscribed(viewer.attachment.streamTopic)])
    let next = try #require(try viewer.wait())
    #expect(next.did.isAttach)
    #expect(next.after >= .milliseconds(20) && next.after <= .milliseconds(150))
  }

  @Test("a lost connection ends the wait")
  func lost() throws {
    let viewer = try Self.behind()
    viewer.core.connectionLost(at: viewer.now)
    #expect(try viewer.take() == [.unsubscribed(viewer.attachment.streamTopic)])
    viewer.core.connectionFound(at: viewer.now)
    #expect(try viewer.take().isAttach)
  }

  @Test("meanwhile keys are sent; a click on the old scene is not")
  func keys() throws {
    let viewer = try Self.behind()
    try viewer.press("l")
    #expect(try viewer.take().commands == [.forward])
    viewer.click(19, 8)
    #expect(viewer.screen().notice.text == "not connected: the click was not sent")
    viewer.mouse(.press, 20, 4)
    viewer.mouse(.drag, 24, 4)
    viewer.mouse(.release, 24, 4)
    #expect(try viewer.take() == [])
    #expect(try #require(try viewer.wait()).did.isAttach)
    try viewer.press("h")
    #expect(try viewer.take().commands == [.back])
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
  private static func afterFirstFault() throws -> SteppedViewer {
    let viewer = try SteppedViewer().joined()
    viewer.publish(.update(wrong(try viewer.update(.forward))))
    #expect(!viewer.isLive)
    #expect(try #require(try viewer.wait()).did.isAttach)
    try viewer.finishJoin()
    #expect(viewer.screen().scene == viewer.snapshot().scene)
    #expect(!viewer.screen().sync.isOutOfStep)
    return viewer
  }

  @Test("the viewer joins again after the first mismatch, and reports the second one")
  func second() throws {
    let viewer = try Self.afterFirstFault()
    for _ in 0..<3 {
      viewer.publish(.update(Self.wrong(try viewer.update(.forward))))
      #expect(viewer.isLive)
      #expect(viewer.screen().sync.isOutOfStep)
      // Updates that apply are shown.
      #expect(viewer.screen().scene == viewer.snapshot().scene)
    }
    #expect(try viewer.take() == [])
    viewer.pass(.seconds(2))
    let health = Request.Health(epoch: 1, seq: viewer.seq, isOutOfStep: true)
    #expect(try viewer.tick() == [.sent(.alive(viewer: 9, health))])
    // An update that leads to the daemon's hash ends the state.
    viewer.publish(.update(try viewer.update(.back)))
    #expect(!viewer.screen().sync.isOutOfStep)
    viewer.publish(.update(Self.wrong(try viewer.update(.back))))
    #expect(!viewer.isLive)
  }

  @Test("a correct update in between resets the count")
  func notInARow() throws {
    let viewer = try Self.afterFirstFault()
    viewer.publish(.update(try viewer.update(.forward)))
    viewer.publish(.update(Self.wrong(try viewer.update(.forward))))
    #expect(!viewer.isLive)
    #expect(!viewer.screen().sync.isOutOfStep)
  }

  @Test("beats count like updates")
  func beats() throws {
    let viewer = try SteppedViewer().joined()
    viewer.beat(hash: 5)
    #expect(!viewer.isLive)
    #expect(try #require(try viewer.wait()).did.isAttach)
    try viewer.finishJoin()
    for _ in 0..<3 {
      viewer.beat(hash: 5)
      #expect(viewer.isLive)
      #expect(viewer.screen().sync.isOutOfStep)
    }
    #expect(try viewer.take() == [])
  }

  @Test("a viewer out of step joins again every 10 s, until its scene is correct")
  func looksAgain() throws {
    let viewer = try Self.afterFirstFault()
    viewer.publish(.update(Self.wrong(try viewer.update(.forward))))
    for isRight in [false, false, true] {
      for second in 1...10 {
        #expect(viewer.isLive && viewer.screen().sync.isOutOfStep)
        viewer.pass(.seconds(1))
        if second < 10 { viewer.beat(hash: 5) }
        _ = try viewer.tick()
      }
      #expect(!viewer.isLive)
      #expect(try #require(try viewer.wait()).did.isAttach)
      try viewer.accept()
      _ = try viewer.take()
      var snapshot = viewer.snapshot()
      if !isRight { snapshot.hash &+= 1 }
      viewer.send(snapshot)
      #expect(viewer.isLive)
      #expect(viewer.screen().sync.isOutOfStep == !isRight)
    }
    _ = try viewer.take()
    for _ in 0..<30 {
      viewer.pass(.seconds(1))
      viewer.beat()
      _ = try viewer.tick()
      #expect(viewer.isLive)
    }
  }

  @Test("a second snapshot with a wrong hash is shown")
  func snapshots() throws {
    let viewer = SteppedViewer()
    _ = try viewer.tick()
    for round in 1...2 {
      try viewer.accept()
      _ = try viewer.take()
      var snapshot = viewer.snapshot()
      snapshot.hash &+= 1
      viewer.send(snapshot)
      #expect(viewer.isLive == (round == 2))
      _ = try viewer.take()
      if round == 1 { #expect(try #require(try viewer.wait()).did.isAttach) }
    }
    #expect(viewer.screen().scene == viewer.snapshot().scene)
    #expect(viewer.screen().sync.isOutOfStep)
  }

  @Test("an update that can't be applied is never shown, even if repeated")
  func structure() throws {
    let viewer = try Self.afterFirstFault()
    for _ in 0..<3 {
      let scene = viewer.screen().scene
      var update = try viewer.update(.forward)
      let change = SceneChange.removeContainer(ContainerID(rawValue: 4_000_000))
      update.timeline = Timeline(last: 0, changes: [FramedChange(frame: 0, change: change)])
      viewer.publish(.update(update))
      #expect(!viewer.isLive)
      #expect(viewer.screen().scene == scene)
      #expect(try #require(try viewer.wait()).did.isAttach)
      try viewer.finishJoin()
      #expect(viewer.screen().scene == viewer.snapshot().scene)
    }
  }
}
