import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("TabBottom: the attachment below the main container")
struct TabsBottomTests {
  private func time(_ frame: Int) -> Duration { FrameTime.start(of: frame) }

  private func check(_ place: TabBottomPlace, up: Double, given: Double, line: Int = #line) {
    #expect(abs(place.up - up) < 1e-9 && abs(place.given - given) < 1e-9, "line \(line): \(place)")
  }

  @Test("STQ-2: the attachment is shown or hidden as created")
  func start() {
    for isShown in [false, true] {
      let bottom = TabBottom(isShown: isShown)
      #expect(bottom.isShown == isShown && bottom.motion == nil)
      #expect(bottom.place(at: .seconds(5)) == .resting(isShown: isShown))
    }
    #expect(!TabBottom().isShown)
  }

  @Test(
    "ST-2: showing takes 0.25 s; in points the main container shrinks half a second later"
  )
  func showInPoints() {
    var bottom = TabBottom(timing: .points)
    bottom.setShown(true, at: .zero)
    check(bottom.place(at: .zero), up: 0, given: 0)
    // Half of the time is three quarters of the distance: frames 7 and 8 are around it.
    check(bottom.place(at: time(6)), up: 0.64, given: 0)
    check(bottom.place(at: time(9)), up: 0.84, given: 0)
    check(bottom.place(at: time(14)), up: 1 - 1.0 / 225, given: 0)
    check(bottom.place(at: time(15)), up: 1, given: 0)
    check(bottom.place(at: time(44)), up: 1, given: 0)
    check(bottom.place(at: time(45)), up: 1, given: 1)
    #expect(bottom.motion?.length == 45)
  }

  @Test("ST-2: in cells the main container shrinks as the motion ends")
  func showInCells() {
    var bottom = TabBottom()
    bottom.setShown(true, at: .seconds(3))
    #expect(bottom.isShown && bottom.motion?.length == 15)
    check(bottom.place(at: .seconds(3) + time(6)), up: 0.64, given: 0)
    check(bottom.place(at: .seconds(3) + time(14)), up: 1 - 1.0 / 225, given: 0)
    check(bottom.place(at: .seconds(3) + time(15)), up: 1, given: 1)
  }

  @Test("ST-2: hiding resizes the main container in the same motion", arguments: [true, false])
  func hide(isPoints: Bool) {
    var bottom = TabBottom(isShown: true, timing: isPoints ? .points : .cells)
    bottom.setShown(false, at: .zero)
    check(bottom.place(at: .zero), up: 1, given: 1)
    check(bottom.place(at: time(6)), up: 0.36, given: 0.36)
    check(bottom.place(at: time(14)), up: 1.0 / 225, given: 1.0 / 225)
    check(bottom.place(at: time(15)), up: 0, given: 0)
    #expect(bottom.motion?.length == 15)
  }

  @Test("ST-2: without a motion the change is immediate, also during another motion")
  func unanimated() {
    for isShown in [false, true] {
      var bottom = TabBottom(isShown: !isShown, timing: .points)
      bottom.setShown(isShown, at: .zero, isAnimated: false)
      #expect(bottom == TabBottom(isShown: isShown, timing: .points))
      bottom.setShown(!isShown, at: .zero)
      bottom.setShown(!isShown, at: time(3), isAnimated: false)
      #expect(bottom == TabBottom(isShown: !isShown, timing: .points))
    }
  }

  @Test("a request for the current target does not restart the motion")
  func again() {
    var bottom = TabBottom()
    bottom.setShown(true, at: .zero)
    let running = bottom
    bottom.setShown(true, at: time(5))
    #expect(bottom == running)
    bottom.setShown(true, at: time(15))
    #expect(bottom == TabBottom(isShown: true))
  }

  @Test("D-9: a motion reverses from its current position")
  func retarget() {
    var bottom = TabBottom(timing: .points)
    bottom.setShown(true, at: .zero)
    bottom.setShown(false, at: time(6))
    check(bottom.place(at: time(6)), up: 0.64, given: 0)
    check(bottom.place(at: time(12)), up: 0.64 * 0.36, given: 0)
    check(bottom.place(at: time(21)), up: 0, given: 0)
    // While the main container waits, it has not shrunk yet.
    bottom = TabBottom(timing: .points)
    bottom.setShown(true, at: .zero)
    bottom.setShown(false, at: time(30))
    check(bottom.place(at: time(30)), up: 1, given: 0)
    check(bottom.place(at: time(36)), up: 0.36, given: 0)
    // Shown again while it hides: the main container keeps its size until the end.
    bottom = TabBottom(isShown: true, timing: .cells)
    bottom.setShown(false, at: .zero)
    bottom.setShown(true, at: time(6))
    check(bottom.place(at: time(6)), up: 0.36, given: 0.36)
    check(bottom.place(at: time(12)), up: 1 - 0.64 * 0.36, given: 0.36)
    check(bottom.place(at: time(21)), up: 1, given: 1)
  }

  @Test(
    "after any commands: never a gap above the attachment, no jump, and rest in the end"
  )
  func anyCommands() throws {
    try forSeeds(0..<200) { generator in
      let isPoints = generator.oneIn(2)
      var bottom = TabBottom(isShown: generator.oneIn(2), timing: isPoints ? .points : .cells)
      var now = 0
      for _ in 0..<30 {
        let before = bottom.place(at: time(now))
        let isAnimated = !generator.oneIn(5)
        bottom.setShown(generator.oneIn(2), at: time(now), isAnimated: isAnimated)
        if isAnimated { try demand(bottom.place(at: time(now)) == before, "a jump") }
        for _ in 0..<generator.int(in: 0...20) {
          let place = bottom.place(at: time(now))
          try demand(0 <= place.given && place.given <= place.up && place.up <= 1, "\(place)")
          now += 1
          let next = bottom.place(at: time(now))
          try demand(bottom.isShown ? next.up >= place.up : next.up <= place.up, "\(place)")
        }
      }
      let rest = bottom.place(at: time(now + 45))
      try demand(rest == .resting(isShown: bottom.isShown), "no rest")
    }
  }
}
